import { lstatSync } from 'node:fs';

/** Whether a file is this user's alone (0600, no link); undefined when there is none. Windows keeps by folders. */
export function isPrivateFile(path: string): boolean | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const uid = process.getuid?.();
  return found.isFile() && (uid === undefined || (found.uid === uid && (found.mode & 0o077) === 0));
}
