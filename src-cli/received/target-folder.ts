import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../cli-error.ts';
import { defaultAccess, type HeldFolder, openRoot } from './held-folder.ts';
import { type LeftOut, leaveOutNames } from './leave-out.ts';
import { namesIn, requireNoRepository, requireOutsideOfRepository } from './refuse-repository.ts';
import { hasContent, typeOf, type WriteTarget, writeAtomically } from './write-atomically.ts';

export type TargetFolder = ReturnType<typeof createTargetFolder>;

/** A file is not replaced without --force. */
export class ExistingFileError extends CliError {}

interface FolderOptions {
  /** Path that the user named. It can be a link to a folder. */
  root: string;
  /** True if existing files are replaced. */
  isForced: boolean;
}

/**
 * Writes what comes out of a sandbox or a run below a folder of this machine. Nothing else in the command does. No link below
 * the folder is followed, not even if another process exchanges folders for links in the meantime, and no name becomes a part
 * of a repository, whose settings run programs. `names` are the parts of a path, which `requireSafeNames` has checked.
 */
export function createTargetFolder({ root, isForced }: FolderOptions, access = defaultAccess()) {
  let held: HeldFolder | undefined;

  /** Opens the folder once, so that all files get into the same one. */
  function openOnce(isCreated: boolean): HeldFolder | undefined {
    if (held !== undefined) return held;
    requireOutsideOfRepository(root);
    if (isCreated) mkdirSync(root, { recursive: true });
    held = openRoot(root, access);
    return held;
  }

  /** Opens the folder of these names, one after the other. `use` gets undefined if there is none. */
  async function inFolder<Result>(
    names: readonly string[],
    isCreated: boolean,
    use: (folder: HeldFolder | undefined) => Result | Promise<Result>,
  ): Promise<Result> {
    const opened: HeldFolder[] = [];
    try {
      let folder = openOnce(isCreated);
      for (const name of names) {
        if (folder === undefined) break;
        requireNoRepository(folder, name);
        folder = folder.child(name, isCreated);
        if (folder !== undefined) opened.push(folder);
      }
      return await use(folder);
    } catch (error) {
      throw asFileError(join(root, ...names), error);
    } finally {
      for (const folder of opened) folder.close();
    }
  }

  return {
    /** Creates missing folders. @throws CliError `file_error` */
    makeFolder: (names: readonly string[]): Promise<void> => inFolder(names, true, () => undefined),

    /** Returns those of the paths that must not be written because they belong to version control or to a repository. */
    async leaveOut(paths: readonly (readonly string[])[]): Promise<LeftOut[]> {
      requireOutsideOfRepository(root);
      return leaveOutNames(paths, (folder) => inFolder(folder, false, namesIn).catch(() => []));
    },

    /** @throws CliError `file_error` if a file must not be written */
    requireFree(names: readonly string[]): Promise<void> {
      const { folder, name } = split(names);
      return inFolder(folder, false, (opened) => opened && requireFreeIn(opened, { name, isForced }));
    },

    /** Returns true if there is a file with exactly this content. */
    async has(names: readonly string[], content: Buffer): Promise<boolean> {
      const { folder, name } = split(names);
      return inFolder(folder, false, (opened) => opened !== undefined && hasContent(opened, name, content));
    },

    /** Writes one file. If it fails, no incomplete file is left, and an existing file stays as it was. */
    write(names: readonly string[], chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
      const { folder, name } = split(names);
      return inFolder(folder, true, (opened) => {
        if (opened === undefined) throw new CliError('file_error', `${root} no longer exists.`);
        const target: WriteTarget = { name, isForced, requireFree: () => requireFreeIn(opened, { name, isForced }) };
        requireNoRepository(opened, name);
        return writeAtomically(opened, target, { chunks, signal });
      });
    },

    close(): void {
      held?.close();
      held = undefined;
    },
  };
}

function split(names: readonly string[]): { folder: readonly string[]; name: string } {
  return { folder: names.slice(0, -1), name: names.at(-1) ?? '' };
}

function requireFreeIn(folder: HeldFolder, { name, isForced }: { name: string; isForced: boolean }): void {
  requireNoRepository(folder, name);
  const type = typeOf(folder.at(name));
  const path = join(folder.path, name);
  if (type === 'folder') throw new CliError('file_error', `${path} is a folder. Remove it, or choose another target.`);
  if (type !== 'none' && !isForced)
    throw new ExistingFileError('file_error', `${path} exists already; nothing was copied. Replace it with --force.`);
}

/** Adds the path to an error of the file system. Other errors stay as they are. */
function asFileError(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error) || 'path' in error === false) return error;
  return new CliError('file_error', `${path} cannot be written: ${error.code}. Check the folder and its free space.`, {
    cause: error,
  });
}
