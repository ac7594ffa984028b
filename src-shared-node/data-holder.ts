import { join } from 'node:path';
import type { Locations } from './locations.ts';
import { findLockHolder } from './lock-holder.ts';
import { addressOf } from './prove-daemon.ts';
import { type RunFile, readRunFile } from './run-file.ts';

/** File in the data folder that the process which uses the data has locked. */
export const lockName = 'lock';

/** The process that has locked a data folder. */
export interface DataHolder {
  /** Undefined if it cannot be determined. */
  pid: number | undefined;
  /** Address of the daemon; undefined if the process is not a daemon, or a daemon that does not serve yet. */
  url: string | undefined;
}

/**
 * Finds the process that holds the lock of a data folder. The run file alone does not name it: a daemon that was killed
 * leaves the file, and another process can have its pid.
 */
export function findDataHolder({ dataDir, runFilePath }: Pick<Locations, 'dataDir' | 'runFilePath'>): DataHolder {
  const running = readRunFileIfAny(runFilePath);
  const pid = findLockHolder(join(dataDir, lockName), running?.pid);
  const isServing = running !== undefined && running.pid === pid;
  return { pid, url: isServing ? addressOf(running.port) : undefined };
}

/** Returns one sentence about the holder, and one about the next step. */
export function describeDataHolder(dataDir: string, { pid, url }: DataHolder): string {
  const used = `The data folder ${dataDir} is in use by`;
  if (pid === undefined)
    return `${used} another Strongroom process, whose pid is unknown. Wait until that process ends, or stop it.`;
  if (url !== undefined) return `${used} the daemon with pid ${pid} at ${url}. Stop it ("kill ${pid}") and try again.`;
  return `${used} the process with pid ${pid}: a daemon that is starting or stopping, a restore, or a move of the key. Wait until it ends, or stop it ("kill ${pid}").`;
}

function readRunFileIfAny(path: string): RunFile | undefined {
  try {
    return readRunFile(path);
  } catch {
    return undefined;
  }
}
