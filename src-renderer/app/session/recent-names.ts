const maxShown = 5;
const maxKept = 20;

/** Puts a name first; undefined changes nothing. */
export function toFront(names: readonly string[], name: string | undefined): readonly string[] {
  if (name === undefined) return names;
  return [name, ...names.filter((one) => one !== name)].slice(0, maxKept);
}

/**
 * Returns the names for the tray: the scripts that were used in this window, the last one first, and then the others by
 * their last change. `stored` is the list of the vault, undefined if it was not loaded; deleted scripts are left out.
 */
export function recentNames(
  used: readonly string[],
  stored: readonly { name: string; updatedAt: string }[] | undefined,
): string[] {
  if (stored === undefined) return used.slice(0, maxShown);
  const newestFirst = [...stored].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt)).map(({ name }) => name);
  const existing = new Set(newestFirst);
  return [...new Set([...used.filter((name) => existing.has(name)), ...newestFirst])].slice(0, maxShown);
}
