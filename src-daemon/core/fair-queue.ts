/** A bounded queue that is fair between keys: it serves the keys in rotation, and each key in order of arrival. */
export interface FairQueue<Entry extends { fairnessKey: string }> {
  readonly length: number;
  lengthOf(key: string): number;
  /** Number of entries that are served before the next entry of this key. */
  aheadOf(key: string): number;
  /** Returns true if one more entry of the key may wait. */
  hasCapacity(key: string): boolean;
  push(entry: Entry): void;
  /** The first entry of each key, in the order in which the keys are served. */
  firsts(): Iterable<Entry>;
  /** Removes an entry that is served now. Its key moves behind the others. */
  take(entry: Entry): void;
  /** Removes an entry that does not wait any longer. */
  drop(entry: Entry): void;
}

interface FairQueueBounds {
  /** Maximum number of entries of one key while no other key has entries. */
  maxAlone: number;
}

/** Maximum entries of one key, as a multiple of the free capacity. */
const shareOfFree = 3;

/**
 * Creates a queue in which a key may have at most three times as many entries as there are free ones: a dynamic
 * threshold (Choudhury and Hahne, 1998). One key alone leaves a quarter of the capacity free. Any number of keys with
 * many entries leaves some capacity for a new key, without a count of the keys.
 */
export function createFairQueue<Entry extends { fairnessKey: string }>(bounds: FairQueueBounds): FairQueue<Entry> {
  const capacity = bounds.maxAlone + Math.floor(bounds.maxAlone / shareOfFree);
  // A Map keeps the order of insertion: its first key is served next.
  const queues = new Map<string, Entry[]>();
  let length = 0;

  const lengthOf = (key: string) => queues.get(key)?.length ?? 0;

  /** Returns the entries of the same key that are left, or undefined if the entry was not there. */
  function remove(entry: Entry): Entry[] | undefined {
    const queue = queues.get(entry.fairnessKey) ?? [];
    const rest = queue.filter((other) => other !== entry);
    if (rest.length === queue.length) return undefined;
    length--;
    if (rest.length > 0) queues.set(entry.fairnessKey, rest);
    else queues.delete(entry.fairnessKey);
    return rest;
  }

  return {
    get length() {
      return length;
    },
    lengthOf,
    aheadOf: (key) => {
      const own = lengthOf(key);
      const others = [...queues].filter(([other]) => other !== key);
      return others.reduce((sum, [, queue]) => sum + Math.min(queue.length, own + 1), own);
    },
    hasCapacity: (key) => lengthOf(key) < shareOfFree * (capacity - length),
    push: (entry) => {
      const queue = queues.get(entry.fairnessKey);
      if (queue === undefined) queues.set(entry.fairnessKey, [entry]);
      else queue.push(entry);
      length++;
    },
    *firsts() {
      for (const [first] of [...queues.values()]) if (first !== undefined) yield first;
    },
    take: (entry) => {
      const rest = remove(entry);
      if (rest === undefined || rest.length === 0) return;
      queues.delete(entry.fairnessKey);
      queues.set(entry.fairnessKey, rest);
    },
    drop: (entry) => void remove(entry),
  };
}
