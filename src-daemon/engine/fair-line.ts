/** A waiting line of lines: within a key first come, first served; the keys take turns. */
export interface FairLine<Entry extends { fairnessKey: string }> {
  readonly length: number;
  push(entry: Entry): void;
  /** Whose turn it is. */
  first(): Entry | undefined;
  /** Takes out the entry whose turn it is; its key goes behind the others. */
  shift(): void;
  drop(entry: Entry): void;
}

export function createFairLine<Entry extends { fairnessKey: string }>(): FairLine<Entry> {
  // A Map keeps the order in which its keys were put in: the first is the one whose turn it is.
  const lines = new Map<string, Entry[]>();

  function first(): Entry | undefined {
    return lines.values().next().value?.[0];
  }

  return {
    get length() {
      return [...lines.values()].reduce((sum, line) => sum + line.length, 0);
    },
    push: (entry) => {
      lines.set(entry.fairnessKey, [...(lines.get(entry.fairnessKey) ?? []), entry]);
    },
    first,
    shift: () => {
      const key = first()?.fairnessKey;
      if (key === undefined) return;
      const rest = lines.get(key)?.slice(1) ?? [];
      lines.delete(key);
      if (rest.length > 0) lines.set(key, rest);
    },
    drop: (entry) => {
      const rest = (lines.get(entry.fairnessKey) ?? []).filter((other) => other !== entry);
      if (rest.length > 0) lines.set(entry.fairnessKey, rest);
      else lines.delete(entry.fairnessKey);
    },
  };
}
