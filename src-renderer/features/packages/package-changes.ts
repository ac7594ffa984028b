import type { PackageListEntry } from './package-lists.ts';

/** A listed package that would get another version. */
export interface PackageChange {
  name: string;
  /** Current and new version requirement: `==2.31`, `any version`. */
  from: string;
  to: string;
}

const anyVersion = 'any version';

/** Returns the listed packages that would change if the typed ones (`requests==2.32`, `lodash@4`) were added. */
export function changesOf(
  { packages }: Pick<PackageListEntry, 'packages'>,
  typed: readonly { name: string; version?: string }[],
): PackageChange[] {
  const listed = new Map(packages.map((info) => [normalizedName(info.name), info]));
  return typed.flatMap(({ name, version }) => {
    const before = listed.get(normalizedName(name));
    if (before === undefined) return [];
    const from = before.requested ?? anyVersion;
    const to = version ?? (versionOf(name) || anyVersion);
    return isSameVersion(from, to) ? [] : [{ name: before.name, from, to }];
  });
}

/** Returns the version requirement: `==2.32` of `requests==2.32`, `4` of `lodash@4`, `` of a name alone. */
function versionOf(typed: string): string {
  const start = typed.slice(1).search(/[@=<>!~]/);
  if (start === -1) return '';
  const rest = typed.slice(start + 1).trim();
  return rest.startsWith('@') ? rest.slice(1) : rest;
}

/** Ignores spaces, and the `==` that the list adds before a plain pip version. */
function isSameVersion(one: string, other: string): boolean {
  const plain = (text: string) => text.replaceAll(' ', '').replace(/^==/, '');
  return plain(one) === plain(other);
}

/** Returns a package name without its version, normalized so that equivalent spellings are equal. */
export function normalizedName(line: string): string {
  // The scope of an npm package also starts with @.
  const [rest = ''] = line.slice(1).split(/[[@=<>!~\s]/, 1);
  return (line.slice(0, 1) + rest).toLowerCase().replace(/[-_.]+/g, '-');
}
