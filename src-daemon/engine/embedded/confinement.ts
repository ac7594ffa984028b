import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { platform } from 'node:process';
import type { EmbeddedAssets } from './assets.ts';
import { nodeCommand } from './child-command.ts';

const trialMs = 5000;
const locations = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap', '/run/current-system/sw/bin/bwrap'];

/**
 * Returns the path of a bubblewrap that works here, or undefined. It is tried once, with Node, because some systems
 * have bubblewrap and refuse user namespaces.
 */
export function tryConfinement(assets: EmbeddedAssets): Promise<string | undefined> {
  const bwrap = platform === 'linux' ? locations.find((path) => existsSync(path)) : undefined;
  if (bwrap === undefined) return Promise.resolve(undefined);
  const { command, args } = nodeCommand(assets, ['--version'], bwrap);
  return new Promise((resolve) => {
    execFile(command, args, { env: {}, timeout: trialMs, killSignal: 'SIGKILL' }, (error, stdout) =>
      resolve(error === null && stdout.trim() === process.version ? bwrap : undefined),
    );
  });
}
