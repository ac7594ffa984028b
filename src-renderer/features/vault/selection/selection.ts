import type { TreeRow } from '../tree/tree-rows.ts';

/** Returns the scripts that a row stands for: itself, or all below a folder. `names` are those of the stored scripts. */
export function scriptsOf(row: TreeRow, names: readonly string[]): readonly string[] {
  if (row.kind === 'script') return row.metadata === undefined ? [] : [row.path];
  return names.filter((name) => name.startsWith(`${row.path}/`));
}

/** Returns true if all scripts that a row stands for are selected; undefined if it stands for none. */
export function isRowSelected(
  row: TreeRow,
  names: readonly string[],
  selected: ReadonlySet<string>,
): boolean | undefined {
  const own = scriptsOf(row, names);
  return own.length === 0 ? undefined : own.every((name) => selected.has(name));
}

/** Returns the selection after the scripts of a row are added, or removed if all of them are in it. */
export function toggled(selected: ReadonlySet<string>, own: readonly string[]): ReadonlySet<string> {
  const isIn = own.every((name) => selected.has(name));
  const rest = Array.from(selected).filter((name) => !own.includes(name));
  return new Set(isIn ? rest : [...rest, ...own]);
}

/** Returns the scripts of the rows from one to another. The scripts of an open folder are rows of their own. */
export function scriptsBetween(
  rows: readonly TreeRow[],
  ends: readonly [number, number],
  names: readonly string[],
): ReadonlySet<string> {
  const between = rows.slice(Math.min(...ends), Math.max(...ends) + 1);
  const counted = between.filter((row) => row.kind === 'script' || !row.isOpen);
  return new Set(counted.flatMap((row) => scriptsOf(row, names)));
}
