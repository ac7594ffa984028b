import { constants, lstatSync, openSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { createIgnoreRules, ignoreFiles } from '../../src-shared/formats/ignore-rules.ts';
import { CliError } from '../cli-error.ts';
import { decodeText } from '../input/read-text.ts';
import { closing } from './closing.ts';
import { folderLimits } from './collected.ts';
import { explainRead } from './read-entries.ts';

const ignoresCase = ['darwin', 'win32'].includes(process.platform);

export type FolderRules = ReturnType<typeof rulesOfFolder>;

/**
 * Reads the ignore files of a folder, and those above it up to the top of its Git repository. If those above name the
 * folder itself, they do not apply, because the user named it as well.
 * @param root real path of the folder
 */
export function rulesOfFolder(root: string) {
  const top = topOfRepository(root);
  const prefix = top === undefined ? '' : slashed(relative(top, root));
  let rules = createIgnoreRules({ ignoresCase });
  const inTop = (path: string) => [prefix, path].filter((part) => part !== '').join('/');

  if (top !== undefined && prefix !== '') {
    const names = prefix.split('/');
    for (const index of names.keys()) addFrom(top, names.slice(0, index).join('/'));
    if (rules.test(prefix, { isFolder: true }) !== undefined) rules = createIgnoreRules({ ignoresCase });
  }

  function addFrom(base: string, path: string): void {
    for (const name of ignoreFiles) {
      const text = readIgnoreFile(join(base, path, name));
      if (text !== undefined) rules.add(name, path, text);
    }
  }

  return {
    /** Reads the ignore files of a folder, before its entries are tested. @param path relative to the root */
    enter: (path: string) => addFrom(top ?? root, inTop(path)),
    /** Says whether and why an entry is left out. */
    test: (path: string, type: { isFolder: boolean }) => rules.test(inTop(path), type),
  };
}

/** Returns the nearest folder with a `.git`, from a folder upwards. */
function topOfRepository(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (lstatSync(join(at, '.git'), { throwIfNoEntry: false }) !== undefined) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** Returns undefined if there is no such file. Git does not follow a link either. */
function readIgnoreFile(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) return undefined;
  if (found.size > folderLimits.ignoreFileBytes)
    throw new CliError('file_error', `${path} is larger than 1 MiB. Make it smaller.`);
  const bytes = explainRead(path, () =>
    closing(openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)), (file) => readFileSync(file)),
  );
  return decodeText(bytes, path);
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}
