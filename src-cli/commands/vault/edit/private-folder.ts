import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitCodesOfSignals, onSignals } from '../../../signals/on-signals.ts';
import type { Surroundings } from '../../../surroundings.ts';

/** `f_type` of a tmpfs, whose files are in memory (and in swap, if there is one). */
const tmpfsType = 0x01021994;

/** Returns a folder in memory if the system has one that this user can write to, or else the folder of temporary files. */
function findParent({ XDG_RUNTIME_DIR: runtimeDir }: Surroundings['env']): string {
  const candidates = [...(runtimeDir ? [runtimeDir] : []), '/dev/shm'];
  return candidates.find(isInMemory) ?? tmpdir();
}

function isInMemory(folder: string): boolean {
  try {
    return process.platform === 'linux' && existsSync(folder) && statfsSync(folder).type === tmpfsType;
  } catch {
    return false;
  }
}

/**
 * Does work with a new folder that only this user can access (0700), in memory where the system has such a place. The folder
 * is deleted at the end of the work, and when this process exits or is ended by a signal. Ctrl+C is left to the work.
 */
export async function withPrivateFolder<Result>(
  env: Surroundings['env'],
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = makeFolder(findParent(env));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  const stop = onSignals((signal) => {
    if (signal !== 'SIGINT') process.exit(exitCodesOfSignals[signal]);
  });
  try {
    return await work(folder);
  } finally {
    stop();
    process.off('exit', remove);
    remove();
  }
}

function makeFolder(parent: string): string {
  const name = 'strongroom-edit-';
  try {
    return mkdtempSync(join(parent, name));
  } catch {
    // Not writable for this user, or full.
    return mkdtempSync(join(tmpdir(), name));
  }
}
