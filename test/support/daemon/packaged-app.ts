import { copyFileSync, linkSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { layOutPackage } from '../../../scripts/packaging/lay-out-package.ts';
import { type ReadyDaemon, spawnDaemon, untilReady } from './child-daemon.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface PackagedApp {
  /** The folder that holds `app` and `daemon`, outside of the checkout. */
  stage: string;
  /** The environment of a user: nothing in it leads to the checkout. */
  env: Record<string, string>;
  /** Starts the packaged daemon on its own Node, with `more` environment variables. */
  start(dataDir: string, args: string[], more?: Record<string, string>): Promise<ReadyDaemon>;
}

/** Lays the package out in a temporary folder of the test file. */
export function layOutPackagedApp(): PackagedApp {
  const stage = join(mkdtempSync(join(tmpdir(), 'packaged-')), 'resources');
  layOutPackage({ root, stage, put: linkOrCopy });
  const daemon = join(stage, 'daemon');
  const program = { node: join(daemon, 'bin/node'), bundle: join(daemon, 'out/daemon/index.js') };
  const env = { PATH: '/usr/bin:/bin', NODE_PATH: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
  return {
    stage,
    env,
    start: (dataDir, args, more) => {
      const flags = ['--port', '0', '--data-dir', dataDir, '--key-store', 'file', ...args];
      return untilReady(spawnDaemon(flags, { ...env, ...more }, program));
    },
  };
}

/** Links a file, which takes a fifth of the time of a copy. Copies it if the temporary folder is on another disk. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
