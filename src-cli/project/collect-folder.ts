import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { type Ignored, isHistory } from '../../src-shared/formats/ignore-rules.ts';
import { CliError } from '../cli-error.ts';
import { isExecutable } from '../input/is-executable.ts';
import { type CollectedFile, type CollectedFolder, type FolderUse, folderLimits, runUse } from './collected.ts';
import { copyLinks } from './copy-links.ts';
import { type FolderRules, rulesOfFolder } from './folder-rules.ts';
import { type FolderSize, measureFolder } from './folder-size.ts';
import { type FolderEntry, readEntries } from './read-entries.ts';

export interface CollectOptions {
  /** A folder that is left out as well, such as that of the results. */
  except?: string | undefined;
  use?: FolderUse;
}

/**
 * Lists the files of a folder that are copied: without version control, without what a `.gitignore` or a
 * `.strongroomignore` names, and without files that usually hold secrets. Nothing outside of the folder is read.
 * @throws CliError `file_error` if it is too large, or has a file that cannot be read or a name that cannot be used
 */
export function collectFolder(folder: string, { except, use = runUse }: CollectOptions = {}): CollectedFolder {
  const root = realpathSync(folder);
  const excepted = except === undefined ? undefined : realPathOf(except);
  const walk: Walk = {
    ...{ folder, root, excepted, use, rules: rulesOfFolder(root), size: measureFolder(folder, use) },
    ...{ files: [], links: [], notes: [], leftOut: new Set(), problem: undefined },
  };
  readFolder(walk, '');
  walk.size.check();
  if (walk.problem !== undefined) throw walk.problem;
  const copied = copyLinks(walk);
  for (const { path, size } of copied.files) walk.size.add(path, size);
  walk.size.check();
  const leftOut = copied.leftOut.map(
    (path) => `${nameIn(walk, path)} was left out: it is a link to nothing that is copied from this folder`,
  );
  return { files: [...walk.files, ...copied.files], notes: [...walk.notes, ...leftOut], leftOut: walk.leftOut };
}

interface Walk {
  /** As the user named it, for messages. */
  folder: string;
  /** Real path. */
  root: string;
  excepted: string | undefined;
  use: FolderUse;
  rules: FolderRules;
  size: FolderSize;
  files: CollectedFile[];
  /** Paths of symbolic links below the folder. */
  links: string[];
  notes: string[];
  leftOut: Set<string>;
  /** The first error. A folder that is too large is reported instead, because it is the more likely cause. */
  problem: CliError | undefined;
}

/** Returns false if the folder is so large that the rest is not read. */
function readFolder(walk: Walk, path: string): boolean {
  const entries = attempt(walk, () => {
    walk.rules.enter(path);
    return readEntries(join(walk.root, path));
  });
  return (entries ?? []).every((entry) => walk.size.visit() && readEntry(walk, path, entry));
}

function readEntry(walk: Walk, folder: string, { name, problem }: FolderEntry): boolean {
  const path = folder === '' ? name : `${folder}/${name}`;
  const source = join(walk.root, path);
  if (isHistory(name) || source === walk.excepted) {
    walk.leftOut.add(source);
    return true;
  }
  // The replaced name of a file that is not UTF-8 does not exist.
  const found = lstatSync(source, { throwIfNoEntry: false });
  const isFolder = found?.isDirectory() ?? false;
  const ignored = walk.rules.test(path, { isFolder });
  if (ignored !== undefined) {
    leaveOut(walk, { path, isFolder, ignored });
    return true;
  }
  if (problem !== undefined) return fail(walk, `The name of ${nameIn(walk, path)} ${problem}.`);
  if (found === undefined) return true;
  return take(walk, path, found);
}

function take(walk: Walk, path: string, found: Stats): boolean {
  if (path.split('/').length > folderLimits.depth)
    return fail(walk, `${nameIn(walk, path)} is more than ${folderLimits.depth} levels deep.`);
  if (found.isDirectory()) return readFolder(walk, path);
  if (found.isSymbolicLink()) walk.links.push(path);
  else if (found.isFile()) {
    walk.size.add(path, found.size);
    // The list of a folder that is too large is not used.
    if (!walk.size.isTooLarge()) walk.files.push(fileOf(walk, path, found));
  } else walk.notes.push(`${nameIn(walk, path)} was left out: it is no regular file`);
  return true;
}

function fileOf({ root }: Walk, path: string, found: Stats): CollectedFile {
  const { size, mtimeMs } = found;
  return { path, source: join(root, path), size, modifiedAt: mtimeMs, isExecutable: isExecutable(found) };
}

function leaveOut(
  walk: Walk,
  { path, isFolder, ignored }: { path: string; isFolder: boolean; ignored: Ignored },
): void {
  if (isFolder) walk.leftOut.add(join(walk.root, path));
  const name = nameIn(walk, path);
  if (ignored === 'secret')
    walk.notes.push(`${name} was left out: it usually holds secrets. ${walk.use.adviceForSecrets(name)}`);
  else if (walk.use.namesIgnored) walk.notes.push(`${name} was left out: an ignore file names it`);
}

function nameIn({ folder }: Walk, path: string): string {
  return join(folder, path);
}

/** Keeps the first error, and continues so that the size of the folder is known. */
function fail(walk: Walk, message: string): true {
  const advice = 'Rename or move it, or name it in a file .strongroomignore.';
  walk.problem ??= new CliError('file_error', `${message} ${advice}`);
  return true;
}

function attempt<Result>(walk: Walk, read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    walk.problem ??= error;
    return undefined;
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // It does not exist yet.
    return undefined;
  }
}
