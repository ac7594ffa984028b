import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isAlive } from '../../src-shared-node/is-alive.mjs';
import type { Locations } from '../../src-shared-node/locations.ts';
import type { RunFile } from '../../src-shared-node/run-file.ts';
import { CliError } from '../cli-error.ts';
import type { Surroundings } from '../surroundings.ts';
import { findDaemon } from './find-daemon.ts';

const limitMs = 60_000;
const pollMs = 50;
/** Delay before the next attempt while another command's daemon holds the folder and does not answer yet. */
const retryMs = 1000;

/**
 * Starts the daemon as a process that outlives this one, and waits until it answers and has proved its identity. If
 * another command starts a daemon at the same time, it waits for that daemon.
 * @throws CliError `no_daemon` with the daemon's message
 */
export async function startDaemon(locations: Locations, { env, appRoot }: Surroundings): Promise<RunFile> {
  const bundle = join(appRoot, 'out', 'daemon', 'index.js');
  if (!existsSync(bundle)) throw new CliError('no_daemon', 'Strongroom is not built: run "npm start" in its folder.');
  // Files instead of pipes: writing to a pipe whose reader has exited would terminate the daemon.
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-start-'));
  try {
    return await waitFor({ bundle, locations, env, folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Launch {
  bundle: string;
  locations: Locations;
  env: Surroundings['env'];
  folder: string;
}

function launch({ bundle, locations, env, folder }: Launch): ChildProcess {
  const { dataDir, isDefaultDataDir } = locations;
  // The default port is for the default data folder. Clients find other daemons by their run files. The flag has precedence
  // over a variable that names another folder than the user.
  const flags = ['--data-dir', dataDir, ...(isDefaultDataDir ? [] : ['--port', '0'])];
  const { STRONGROOM_API_KEY: _ownCredential, ...inherited } = env;
  const [out, err] = ['out', 'err'].map((name) => openSync(join(folder, name), 'w', 0o600));
  try {
    const child = spawn(process.execPath, [bundle, ...flags], {
      detached: true,
      stdio: ['ignore', out ?? 'ignore', err ?? 'ignore'],
      env: inherited,
      cwd: '/',
      windowsHide: true,
    });
    child.unref();
    return child;
  } finally {
    for (const file of [out, err]) if (file !== undefined) closeSync(file);
  }
}

async function waitFor(launching: Launch): Promise<RunFile> {
  const { locations, folder } = launching;
  const until = Date.now() + limitMs;
  let attempt = watch(launch(launching));
  while (Date.now() < until) {
    const found = await findDaemon(locations);
    if (found !== undefined) return found;
    const { failure, hasEnded } = attempt();
    if (failure !== undefined || (hasEnded && !wasSecond(folder))) throw notStarted(folder, failure);
    await sleep(hasEnded ? retryMs : pollMs);
    // The other daemon may have failed since: then this attempt is the first, and its message is reported.
    const mayTry = hasEnded && !isHolderAlive(folder);
    if (mayTry && (await findDaemon(locations)) === undefined) attempt = watch(launch(launching));
  }
  const { error: reason, pid } = reportIn(folder);
  const found = wasSecond(folder) ? `${readMessage(folder)} It does not answer.` : 'Run "strongroom doctor".';
  throw new CliError('no_daemon', `Strongroom did not answer within ${limitMs / 1000} s after its start. ${found}`, {
    reason,
    pid,
  });
}

function watch(child: ChildProcess): () => { failure: Error | undefined; hasEnded: boolean } {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  return () => ({ failure, hasEnded: child.exitCode !== null || child.signalCode !== null });
}

/** Returns true if another daemon holds the data folder. */
function wasSecond(folder: string): boolean {
  return reportIn(folder).error === 'already_running';
}

function isHolderAlive(folder: string): boolean {
  const { pid } = reportIn(folder);
  return pid !== undefined && isAlive(pid);
}

const startReport = z.object({ error: z.string(), pid: z.int().positive().optional() }).partial();

/** Returns the daemon's code for the reason why it did not start, and the pid of the process that holds the data. */
function reportIn(folder: string): z.infer<typeof startReport> {
  const [line = ''] = readFileSync(join(folder, 'out'), 'utf8').split('\n', 1);
  try {
    return startReport.parse(JSON.parse(line));
  } catch {
    // The daemon has written no line.
    return {};
  }
}

function readMessage(folder: string): string {
  return readFileSync(join(folder, 'err'), 'utf8').trim();
}

function notStarted(folder: string, cause: Error | undefined): CliError {
  const message = readMessage(folder);
  const { error: reason, pid } = reportIn(folder);
  return new CliError(
    'no_daemon',
    message === '' ? 'Strongroom did not start. Run "strongroom serve" to see why.' : message,
    { cause, reason, pid },
  );
}
