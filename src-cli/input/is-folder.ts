import { statSync } from 'node:fs';

/** Returns true for a folder, or a link to one that the user named. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
