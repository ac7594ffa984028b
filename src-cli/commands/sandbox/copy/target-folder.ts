import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CliError } from '../../../cli-error.ts';

export type TargetFolder = ReturnType<typeof createTargetFolder>;

/**
 * Writes files below a folder of this machine. The folder can be a link, but no link below it is followed, so that nothing
 * is written outside of it. `names` are the parts of a path; the caller has checked them.
 */
export function createTargetFolder(root: string, isForced: boolean) {
  /** Creates missing folders and returns the path. */
  function makeFolder(names: readonly string[]): string {
    return explain(root, () => {
      mkdirSync(root, { recursive: true });
      let path = root;
      for (const name of names) {
        path = join(path, name);
        const type = typeOf(path);
        if (type === 'none') mkdirSync(path);
        else if (type !== 'folder')
          throw new CliError('file_error', `${path} is not a folder. Remove it, or choose another target.`);
      }
      return path;
    });
  }

  return {
    makeFolder,

    /** @throws CliError `file_error` if a file must not be written */
    requireFree(names: readonly string[]): void {
      const path = join(root, ...names);
      const type = typeOf(path);
      if (type === 'folder')
        throw new CliError('file_error', `${path} is a folder. Remove it, or choose another target.`);
      if (type !== 'none' && !isForced)
        throw new CliError('file_error', `${path} exists already; nothing was copied. Replace it with --force.`);
    },

    /** Writes one file. If it fails, no incomplete file is left, and an existing file stays as it was. */
    async write(names: readonly string[], chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
      const path = join(makeFolder(names.slice(0, -1)), names.at(-1) ?? '');
      const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
      try {
        // Open before the first chunk: a stream that opens a file later can create it after it was removed.
        const file = await open(temporary, 'wx');
        await pipeline(chunks, file.createWriteStream(), { signal });
        this.requireFree(names);
        // rename replaces a link and does not follow it.
        renameSync(temporary, path);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw asFileError(path, error);
      }
    },
  };
}

/** Does not follow a link. */
function typeOf(path: string): 'none' | 'folder' | 'other' {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'none';
  return found.isDirectory() ? 'folder' : 'other';
}

function explain<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw asFileError(path, error);
  }
}

/** Adds the path to an error of the file system. Other errors stay as they are. */
function asFileError(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error) || 'path' in error === false) return error;
  return new CliError('file_error', `${path} cannot be written: ${error.code}. Check the folder and its free space.`, {
    cause: error,
  });
}
