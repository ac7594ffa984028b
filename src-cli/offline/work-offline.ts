import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Tools } from '../toolbox.ts';

const answer = z.discriminatedUnion('ok', [
  z.looseObject({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), code: z.string(), message: z.string() }),
]);

/**
 * Runs the offline helper, which works on the data folder without a daemon. Its request is sent on stdin, so that no
 * passphrase is in an argument.
 * @throws CliError with the helper's message
 */
export async function workOffline({ surroundings, connector }: Tools, request: object, flags: string[] = []) {
  const { appRoot, env } = surroundings;
  const bundle = join(appRoot, 'out', 'offline', 'index.js');
  if (!existsSync(bundle)) throw new CliError('failed', 'Strongroom is not built: run "npm start" in its folder.');
  if (connector.isGiven)
    throw new CliError('usage', 'This command works on the data of this machine. Unset STRONGROOM_URL.');
  const { STRONGROOM_API_KEY: _notItsBusiness, ...inherited } = env;
  const { dataDir, isDefaultDataDir } = connector.locations;
  const args = [...(isDefaultDataDir ? [] : ['--data-dir', dataDir]), ...flags];
  const child = spawn(process.execPath, ['--enable-source-maps', bundle, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: inherited,
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(request));
  const [line] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const parsed = answer.safeParse(parse(line));
  if (!parsed.success)
    throw new CliError('failed', 'The offline helper exited unexpectedly. Run the command again.', {
      exitCode: exitCodes.internal,
    });
  if (parsed.data.ok) return parsed.data;
  const { code, message } = parsed.data;
  throw new CliError('failed', message, { exitCode: exitCodesOf[code] ?? exitCodes.failure });
}

const exitCodesOf: Readonly<Record<string, number>> = {
  usage: exitCodes.usage,
  wrong_passphrase: exitCodes.refused,
  not_a_backup: exitCodes.refused,
  damaged: exitCodes.refused,
  unavailable: exitCodes.notAllowed,
  locked: exitCodes.notAllowed,
};

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
