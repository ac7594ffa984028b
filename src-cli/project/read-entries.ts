import { type Dirent, readdirSync } from 'node:fs';
import { visibleLine } from '../../src-shared/formats/visible-text.ts';
import { CliError } from '../cli-error.ts';

export interface FolderEntry {
  /** The name, in which each byte that is not UTF-8 is replaced by U+FFFD. */
  name: string;
  /** Why the name cannot be used; undefined for a name that can. */
  problem: string | undefined;
}

/** Returns the entries of a folder in the order of their names. @throws CliError `file_error` */
export function readEntries(folder: string): FolderEntry[] {
  const entries = explainRead(folder, () => readdirSync(folder, { encoding: 'buffer', withFileTypes: true }));
  return entries.map(entryOf).toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function entryOf({ name: bytes }: Dirent<NonSharedBuffer>): FolderEntry {
  const name = bytes.toString('utf8');
  return { name, problem: bytes.equals(Buffer.from(name)) ? problemOf(name) : 'is not UTF-8' };
}

/** A name that acts on a terminal, or that is a path for another system, is not passed on. */
function problemOf(name: string): string | undefined {
  if (name.includes('\\')) return 'contains a backslash';
  if (visibleLine(name) !== name) return 'has control characters or hidden characters';
  return undefined;
}

/** Words the error of a file that cannot be read. @throws CliError `file_error` */
export function explainRead<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    const reason = cause.code === 'EACCES' ? 'permission denied' : cause.code;
    throw new CliError(
      'file_error',
      `${path} cannot be read: ${reason}. Change its permissions, or name it in a file .strongroomignore.`,
      { cause },
    );
  }
}
