import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../../src-shared-node/is-missing.ts';

export interface NumberedLogFile {
  number: number;
  path: string;
}

/** Returns the daemon's log files, the oldest first: `daemon.10.log` is newer than `daemon.9.log`. */
export function listLogFiles(logDir: string): NumberedLogFile[] {
  return namesIn(logDir)
    .flatMap((name) => {
      const number = /^daemon\.(\d{1,9})\.log$/.exec(name)?.[1];
      return number === undefined ? [] : [{ number: Number(number), path: join(logDir, name) }];
    })
    .toSorted((one, other) => one.number - other.number);
}

/** Returns an empty list if no daemon has created the folder yet. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
