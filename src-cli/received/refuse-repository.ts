import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isMissing } from '../../src-shared-node/is-missing.ts';
import { CliError } from '../cli-error.ts';
import type { HeldFolder } from './held-folder.ts';
import { isPartOfRepository, isRepository, isVersionControl } from './version-control.ts';

export const reasons = {
  versionControl: 'it belongs to version control',
  repository: 'it would be part of a Git repository, whose settings run programs',
} as const;

/** @throws CliError `file_error` if an entry of this name would belong to version control or to a repository */
export function requireNoRepository(folder: HeldFolder, name: string): void {
  const reason = isVersionControl(name)
    ? reasons.versionControl
    : isPartOfRepository(name) && isRepository([...namesIn(folder), name])
      ? reasons.repository
      : undefined;
  if (reason !== undefined) throw new CliError('file_error', `${join(folder.path, name)} was not written: ${reason}.`);
}

/** Returns the names of the entries of a folder; none of a folder that does not exist. */
export function namesIn(folder: HeldFolder | undefined): string[] {
  return folder === undefined ? [] : readdirSync(folder.at('.'));
}

/**
 * The user chose this folder, and a sandbox chooses the names in it, so it must not be a part of a repository itself, such as
 * `.git/hooks`.
 * @throws CliError `file_error`
 */
export function requireOutsideOfRepository(root: string): void {
  let path = realPathOf(resolve(root));
  for (let parent = dirname(path); ; path = parent, parent = dirname(path)) {
    const name = basename(path);
    if (isVersionControl(name) || (isPartOfRepository(name) && isRepository(namesAt(parent))))
      throw new CliError(
        'file_error',
        `${root} is a part of a repository, so nothing from a sandbox is written to it. Choose another folder, and move the files yourself.`,
      );
    if (parent === path) return;
  }
}

/** Follows the links of the parts that exist. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const parent = dirname(path);
    if (!isMissing(error) || parent === path) return path;
    return join(realPathOf(parent), basename(path));
  }
}

function namesAt(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
