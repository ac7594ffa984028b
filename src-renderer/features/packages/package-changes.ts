import type { PackageListEntry } from './package-lists.ts';
import { normalizedName } from './read-package-list.ts';

/** A package of a list that would get another version. */
export interface PackageChange {
  name: string;
  /** As it is asked for now, and as it would be: `==2.31`, `any version`. */
  from: string;
  to: string;
}

const anyVersion = 'any version';

/** What adding packages as they were typed (`requests==2.32`, `lodash@4`) would change of those that are in the list. */
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

/** What stands after the name: `==2.32` of `requests==2.32`, `4` of `lodash@4`, `` of a name alone. */
function versionOf(typed: string): string {
  const start = typed.slice(1).search(/[@=<>!~]/);
  if (start === -1) return '';
  const rest = typed.slice(start + 1).trim();
  return rest.startsWith('@') ? rest.slice(1) : rest;
}

/** Spaces, and the `==` that the list itself writes before a bare version of pip, make no difference. */
function isSameVersion(one: string, other: string): boolean {
  const plain = (text: string) => text.replaceAll(' ', '').replace(/^==/, '');
  return plain(one) === plain(other);
}
