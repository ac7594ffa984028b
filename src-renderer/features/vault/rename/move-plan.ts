import { folderOf, isCodeName, nameInFolder } from '../../../../src-shared/formats/code-name.ts';

/** A script that moves: its name now, and in the other folder. */
export interface PlannedMove {
  from: string;
  to: string;
  /** Why it cannot move; undefined if it can, or if it is there already. */
  problem: 'taken' | 'invalid' | undefined;
}

/**
 * Returns where scripts move. Folders below the one that all of them share are kept: `jobs/a.py` and `jobs/old/b.py` become
 * `archive/a.py` and `archive/old/b.py`. A name that any stored script has is taken, also if that script moves too.
 */
export function planMove(names: readonly string[], folder: string, taken: ReadonlySet<string>): PlannedMove[] {
  const shared = sharedFolder(names);
  return names.map((from) => {
    const to = nameInFolder(folder, shared === '' ? from : from.slice(shared.length + 1));
    if (to === from) return { from, to, problem: undefined };
    if (!isCodeName(to)) return { from, to, problem: 'invalid' };
    return { from, to, problem: taken.has(to) ? 'taken' : undefined };
  });
}

/** Returns the deepest folder that contains all names; empty for the top. */
export function sharedFolder(names: readonly string[]): string {
  const [first, ...rest] = names.map((name) => folderOf(name).split('/'));
  const segments = first ?? [];
  const length = rest.reduce((shared, other) => {
    const end = segments.findIndex((segment, index) => index >= shared || segment !== other[index]);
    return end < 0 ? shared : Math.min(shared, end);
  }, segments.length);
  return segments.slice(0, length).join('/');
}

/** Returns all folders that the names are in, by name. */
export function foldersOf(names: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const name of names)
    for (let folder = folderOf(name); folder !== ''; folder = folderOf(folder)) folders.add(folder);
  return Array.from(folders).toSorted();
}
