import { type BigIntStats, closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../../src-shared-node/is-missing.ts';
import { CliError } from '../cli-error.ts';

/**
 * `descriptors`: every folder stays open, and its entries are reached through it, so that an exchanged folder cannot
 * redirect a write. Linux has this for Node in `/proc/self/fd`. `paths`: every folder is compared with the one that was
 * found first before each use; this leaves the time of one system call.
 */
export type FolderAccess = 'descriptors' | 'paths';

/** A folder of this machine that is in use. Its entries are named by one name each, never by a path. */
export interface HeldFolder {
  /** Path for messages. */
  readonly path: string;
  /** Returns the path of an entry for a call of `node:fs`. @throws CliError if the folder was exchanged */
  at(name: string): string;
  /**
   * Returns a folder in this one, which the caller closes. A link is not followed.
   * @param isCreated true if a missing folder is created
   * @returns undefined if there is none
   * @throws CliError `file_error` if it is not a folder
   */
  child(name: string, isCreated: boolean): HeldFolder | undefined;
  close(): void;
}

export function defaultAccess(): FolderAccess {
  return process.platform === 'linux' && existsSync('/proc/self/fd') ? 'descriptors' : 'paths';
}

/** Opens a folder that the user named; links on the way to it are followed. @returns undefined if it does not exist */
export function openRoot(path: string, access: FolderAccess): HeldFolder | undefined {
  if (!statSync(path, { throwIfNoEntry: false })) return undefined;
  if (access === 'descriptors') return heldByDescriptor(openSync(path, constants.O_DIRECTORY), path);
  if (!statSync(path).isDirectory()) throw notAFolder(path);
  return heldByPath(path, () => statSync(path, { bigint: true }));
}

function heldByDescriptor(descriptor: number, path: string): HeldFolder {
  const at = (name: string) => `/proc/self/fd/${descriptor}/${name}`;
  return {
    path,
    at,
    child(name, isCreated) {
      const shown = join(path, name);
      if (!prepare(at(name), shown, isCreated)) return undefined;
      try {
        return heldByDescriptor(openSync(at(name), constants.O_DIRECTORY | constants.O_NOFOLLOW), shown);
      } catch (error) {
        throw isNoFolder(error) ? notAFolder(shown, error) : error;
      }
    },
    close: () => closeSync(descriptor),
  };
}

function heldByPath(path: string, stat: () => BigIntStats): HeldFolder {
  const first = stat();
  const requireSame = () => {
    const { dev, ino } = stat();
    if (dev !== first.dev || ino !== first.ino)
      throw new CliError('file_error', `${path} was exchanged during the copy. Choose a target that nothing changes.`);
  };
  return {
    path,
    at(name) {
      requireSame();
      return join(path, name);
    },
    child(name, isCreated) {
      requireSame();
      const shown = join(path, name);
      if (!prepare(shown, shown, isCreated)) return undefined;
      return heldByPath(shown, () => {
        requireSame();
        return lstatSync(shown, { bigint: true });
      });
    },
    close: () => undefined,
  };
}

/** Returns false if there is no such folder. @throws CliError if something else has its name */
function prepare(path: string, shown: string, isCreated: boolean): boolean {
  let found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined && isCreated) {
    createFolder(path);
    found = lstatSync(path, { throwIfNoEntry: false });
  }
  if (found !== undefined && !found.isDirectory()) throw notAFolder(shown);
  return found !== undefined;
}

function createFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process created it in the meantime.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function isNoFolder(error: unknown): boolean {
  const codes: unknown[] = ['ENOTDIR', 'ELOOP'];
  return isMissing(error) || (error instanceof Error && 'code' in error && codes.includes(error.code));
}

function notAFolder(path: string, cause?: unknown): CliError {
  return new CliError('file_error', `${path} is not a folder. Remove it, or choose another target.`, { cause });
}
