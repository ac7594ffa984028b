import { reasons } from './refuse-repository.ts';
import { foldName, isPartOfRepository, isRepository, isVersionControl } from './version-control.ts';

/** A file or folder that is not written, with everything in it. */
export interface LeftOut {
  names: readonly string[];
  reason: string;
  /** Number of the given paths that are left out with it. */
  count: number;
}

type Names = readonly string[];

/**
 * Returns those of the paths that belong to version control, or to a folder that Git would take for a repository.
 * @param namesOf returns the names that a folder of the target has already
 */
export async function leaveOutNames(
  paths: readonly Names[],
  namesOf: (folder: Names) => Promise<readonly string[]>,
): Promise<LeftOut[]> {
  const contents = contentsOf(paths);
  const repositories = new Map<string, boolean>();

  async function isInRepository(folder: Names): Promise<boolean> {
    const key = keyOf(folder);
    const isOne = repositories.get(key) ?? isRepository([...(contents.get(key) ?? []), ...(await namesOf(folder))]);
    repositories.set(key, isOne);
    return isOne;
  }

  async function reasonOf(folder: Names, name: string): Promise<string | undefined> {
    if (isVersionControl(name)) return reasons.versionControl;
    return isPartOfRepository(name) && (await isInRepository(folder)) ? reasons.repository : undefined;
  }

  const leftOut = new Map<string, LeftOut>();
  for (const names of paths)
    for (const [depth, name] of names.entries()) {
      const reason = await reasonOf(names.slice(0, depth), name);
      if (reason === undefined) continue;
      const prefix = names.slice(0, depth + 1);
      const key = prefix.join('/');
      leftOut.set(key, { names: prefix, reason, count: (leftOut.get(key)?.count ?? 0) + 1 });
      break;
    }
  return [...leftOut.values()];
}

/** Returns a test for the paths that are left out. */
export function leftOutTest(leftOut: readonly LeftOut[]): (names: Names) => boolean {
  const prefixes = new Set(leftOut.map(({ names }) => names.join('/')));
  return (names) => names.some((_, depth) => prefixes.has(names.slice(0, depth + 1).join('/')));
}

/** Returns the names in each folder. Folders that a file system may take for the same one share an entry. */
function contentsOf(paths: readonly Names[]): Map<string, Set<string>> {
  const contents = new Map<string, Set<string>>();
  for (const names of paths)
    for (const [depth, name] of names.entries()) {
      const key = keyOf(names.slice(0, depth));
      contents.set(key, (contents.get(key) ?? new Set()).add(name));
    }
  return contents;
}

function keyOf(folder: Names): string {
  return folder.map(foldName).join('/');
}
