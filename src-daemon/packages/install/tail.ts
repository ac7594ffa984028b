export interface Tail<Entry> {
  push(entry: Entry): void;
  /** Removes the entries that do not pass. */
  filter(passes: (entry: Entry) => boolean): void;
  /** Returns the stored entries, oldest first. */
  entries(): readonly Entry[];
  /** Returns the size of the stored entries, in the unit of the limit. */
  size(): number;
}

/**
 * Keeps the newest entries of an unbounded list: as many as `limit` allows, and always the last one. An entry takes
 * constant time on average.
 * @param sizeOf the size of an entry, in the unit of `limit`
 */
export function createTail<Entry>(limit: number, sizeOf: (entry: Entry) => number): Tail<Entry> {
  let stored: Entry[] = [];
  let first = 0;
  let size = 0;

  function dropOldest(): void {
    while (size > limit && first < stored.length - 1) size -= sizeOf(stored[first++] as Entry);
    // The array is compacted when half of it is unused, so that the average cost stays constant.
    if (first > stored.length / 2) replace(stored.slice(first));
  }

  function replace(entries: Entry[]): void {
    stored = entries;
    first = 0;
  }

  return {
    push(entry) {
      stored.push(entry);
      size += sizeOf(entry);
      dropOldest();
    },
    filter(passes) {
      replace(stored.slice(first).filter(passes));
      size = stored.reduce((total, entry) => total + sizeOf(entry), 0);
    },
    entries: () => stored.slice(first),
    size: () => size,
  };
}
