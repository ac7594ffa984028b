import { realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type CollectedFile, type FolderUse, folderLimits } from './collected.ts';

interface Linked {
  /** Real path of the folder. */
  root: string;
  /** Paths of the links. */
  links: readonly string[];
  /** The files that are copied. */
  files: readonly CollectedFile[];
  use: FolderUse;
}

interface CopiedLinks {
  files: CollectedFile[];
  /** Paths of links that are not followed. */
  leftOut: string[];
}

/**
 * Returns the files that links lead to, each as a file at the path of the link. Only links to what is copied are followed:
 * not those that lead out of the folder, to what is left out, or to a folder that contains the link.
 */
export function copyLinks({ root, links, files, use }: Linked): CopiedLinks {
  const found: CopiedLinks = { files: [], leftOut: [] };
  for (const path of links) {
    const copies = copiesOf(path, targetOf(root, path), files);
    if (copies.length === 0) found.leftOut.push(path);
    found.files.push(...copies);
    // The folder is too large.
    if (found.files.length > use.limits.files) break;
  }
  return found;
}

/** The copies are finite, because links among the files of a target are not followed again. */
function copiesOf(path: string, target: string | undefined, files: readonly CollectedFile[]): CollectedFile[] {
  if (target === undefined || isWithin(path, target)) return [];
  const copies = files
    .filter((file) => isWithin(file.path, target))
    .map((file) => ({ ...file, path: path + file.path.slice(target.length) }));
  return copies.every((file) => file.path.split('/').length <= folderLimits.depth) ? copies : [];
}

/** Returns the target relative to the folder; undefined if it is outside or does not exist. */
function targetOf(root: string, path: string): string | undefined {
  try {
    const target = relative(root, realpathSync(join(root, path)))
      .split(sep)
      .join('/');
    return target === '' || target === '..' || target.startsWith('../') ? undefined : target;
  } catch {
    // It is broken, or a loop of links.
    return undefined;
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
