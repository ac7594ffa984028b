import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { platform } from 'node:process';
import type { EmbeddedAssets } from './assets.ts';
import { nodeCommand } from './child-command.ts';

const trialMs = 5000;
const places = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap', '/run/current-system/sw/bin/bwrap'];

/**
 * The bubblewrap that confines a child here, found by a trial run: some systems have it and refuse user namespaces.
 * Undefined where none does. The answer does not change while the daemon runs, so it is asked for once.
 */
export function tryConfinement(assets: EmbeddedAssets): Promise<string | undefined> {
  const bwrap = platform === 'linux' ? places.find((path) => existsSync(path)) : undefined;
  if (bwrap === undefined) return Promise.resolve(undefined);
  const { command, args } = nodeCommand(assets, ['--version'], bwrap);
  return new Promise((resolve) => {
    execFile(command, args, { env: {}, timeout: trialMs, killSignal: 'SIGKILL' }, (error, stdout) =>
      resolve(error === null && stdout.trim() === process.version ? bwrap : undefined),
    );
  });
}
