/** A map with typed values as keys: two keys are equal if `toKey` returns the same text for both. */
export interface KeyedMap<Key, Value> {
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  /** Adds the entry, or replaces it, as the latest one. */
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  /** The oldest entry first. */
  entries(): { key: Key; value: Value }[];
}

export function createKeyedMap<Key, Value>(toKey: (key: Key) => string): KeyedMap<Key, Value> {
  const byText = new Map<string, { key: Key; value: Value }>();

  return {
    get: (key) => byText.get(toKey(key))?.value,
    has: (key) => byText.has(toKey(key)),
    set: (key, value) => {
      const text = toKey(key);
      byText.delete(text);
      byText.set(text, { key, value });
    },
    delete: (key) => void byText.delete(toKey(key)),
    entries: () => [...byText.values()],
  };
}
