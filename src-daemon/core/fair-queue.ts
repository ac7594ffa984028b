/** A bounded queue that several parties share: within a key first come, first served; the keys take turns. */
export interface FairQueue<Entry extends { fairnessKey: string }> {
  readonly length: number;
  lengthOf(key: string): number;
  /** How many entries have their turn before the next entry of the key that is pushed. */
  aheadOf(key: string): number;
  /** Returns true if one more entry of the key may wait. */
  hasCapacity(key: string): boolean;
  push(entry: Entry): void;
  /** The first entry of each key, in the order of their turns. */
  firsts(): Iterable<Entry>;
  /** Takes an entry out because its turn has come: its key moves behind the others. */
  take(entry: Entry): void;
  /** Takes an entry out that waits no longer. */
  drop(entry: Entry): void;
}

interface FairQueueBounds {
  /** How many entries of one key may wait while there are none of others. */
  aloneAtMost: number;
}

/** A key may have this many times the capacity that are free. */
const shareOfFree = 3;

/**
 * A key may wait with at most three times as many entries as there are free capacity, a dynamic threshold (Choudhury and
 * Hahne, 1998). So one key alone leaves a quarter of the capacity free, and any number of greedy keys still leave some for
 * one that comes later; no count of the keys has to be known.
 */
export function createFairQueue<Entry extends { fairnessKey: string }>(bounds: FairQueueBounds): FairQueue<Entry> {
  const capacity = bounds.aloneAtMost + Math.floor(bounds.aloneAtMost / shareOfFree);
  // A Map keeps the order in which its keys were put in: the first is the one whose turn it is.
  const lines = new Map<string, Entry[]>();
  let length = 0;

  const lengthOf = (key: string) => lines.get(key)?.length ?? 0;

  /** Returns the entries of the same key that are left, or undefined if the entry was not there. */
  function remove(entry: Entry): Entry[] | undefined {
    const line = lines.get(entry.fairnessKey) ?? [];
    const rest = line.filter((other) => other !== entry);
    if (rest.length === line.length) return undefined;
    length--;
    if (rest.length > 0) lines.set(entry.fairnessKey, rest);
    else lines.delete(entry.fairnessKey);
    return rest;
  }

  return {
    get length() {
      return length;
    },
    lengthOf,
    aheadOf: (key) => {
      const own = lengthOf(key);
      const others = [...lines].filter(([other]) => other !== key);
      return others.reduce((sum, [, line]) => sum + Math.min(line.length, own + 1), own);
    },
    hasCapacity: (key) => lengthOf(key) < shareOfFree * (capacity - length),
    push: (entry) => {
      const line = lines.get(entry.fairnessKey);
      if (line === undefined) lines.set(entry.fairnessKey, [entry]);
      else line.push(entry);
      length++;
    },
    *firsts() {
      for (const [first] of [...lines.values()]) if (first !== undefined) yield first;
    },
    take: (entry) => {
      const rest = remove(entry);
      if (rest === undefined || rest.length === 0) return;
      lines.delete(entry.fairnessKey);
      lines.set(entry.fairnessKey, rest);
    },
    drop: (entry) => void remove(entry),
  };
}
