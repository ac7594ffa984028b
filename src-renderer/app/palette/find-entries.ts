import { defaultFilter } from 'cmdk';

/** Maximum number of entries that are shown. */
const limit = 50;

/**
 * Returns the entries that match the text, the best first: its letters in order, as in cmdk. Without a text it returns the
 * first entries. A text or name over 200 characters is cut, so that the time stays linear in the number of entries.
 */
export function findEntries<Entry extends { name: string }>(entries: readonly Entry[], text: string): Entry[] {
  const query = text.trim().slice(0, 200);
  if (query === '') return entries.slice(0, limit);
  const scored = entries.flatMap((entry) => {
    const score = hasLettersInOrder(entry.name, query) ? defaultFilter(entry.name.slice(0, 200), query) : 0;
    return score > 0 ? [{ entry, score }] : [];
  });
  return scored
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/** A quick check before the score, which is computed for the few names that can match. */
function hasLettersInOrder(name: string, query: string): boolean {
  const text = name.toLowerCase();
  let from = 0;
  for (const letter of query.toLowerCase()) {
    if (letter === ' ') continue;
    const found = text.indexOf(letter, from);
    if (found < 0) return false;
    from = found + 1;
  }
  return true;
}
