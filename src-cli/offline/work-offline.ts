import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  type OfflineWork,
  parseOfflineAnswer,
  type RequestOf,
  type ResultOf,
} from '../../src-shared-node/offline-protocol.ts';
import { CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Tools } from '../toolbox.ts';
import { exitCodeOfFailure } from './failure-exit-codes.ts';

interface OfflineOrder<Work extends OfflineWork> {
  request: RequestOf<Work>;
  /** Further arguments of the helper. */
  flags?: string[];
}

/**
 * Runs the offline helper, which works on the data folder without a daemon. Its request is sent on stdin, so that no
 * passphrase is in an argument.
 * @throws CliError with the helper's message
 */
export async function workOffline<Work extends OfflineWork>(
  { surroundings, connector }: Tools,
  { request, flags = [] }: OfflineOrder<Work>,
): Promise<ResultOf<Work>> {
  const { appRoot, env } = surroundings;
  const bundle = join(appRoot, 'out', 'offline', 'index.js');
  if (!existsSync(bundle)) throw new CliError('no_daemon', 'Strongroom is not built: run "npm start" in its folder.');
  if (connector.isGiven)
    throw new CliError('usage', 'This command works on the data of this machine. Unset STRONGROOM_URL.');
  const { STRONGROOM_API_KEY: _notItsBusiness, ...inherited } = env;
  // The flag has precedence over a variable that names another folder than the user.
  const args = ['--data-dir', connector.locations.dataDir, ...flags];
  const child = spawn(process.execPath, ['--enable-source-maps', bundle, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: inherited,
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(request));
  const [line] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const answer = parseOfflineAnswer<Work>(request.work as Work, line);
  if (answer === undefined) {
    const message = 'The offline helper exited unexpectedly. Run the command again.';
    throw new CliError('failed', message, { exitCode: exitCodes.internal });
  }
  if (answer.ok) return answer.result;
  const { code, message, pid } = answer;
  throw new CliError('failed', message, { exitCode: exitCodeOfFailure(code), reason: code, pid });
}
