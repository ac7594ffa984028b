import type { Stats } from 'node:fs';

/** Returns true if the owner of a local file may execute it. False on Windows, where no mode says so. */
export function isExecutable({ mode }: Pick<Stats, 'mode'>): boolean {
  return process.platform !== 'win32' && (mode & 0o100) !== 0;
}
