/** Maps a node of an automaton and a UTF-16 unit to the next node. */
export interface BranchTable {
  set(node: number, unit: number, next: number): void;
  /** Returns the next node, or 0 if there is none. */
  get(node: number, unit: number): number;
}

/**
 * Creates a hash table with open addressing over typed arrays. A `Map` would need keys of more than 32 bits, which are
 * stored on the heap: ten times slower and larger.
 * @param limit maximum number of entries
 */
export function createBranchTable(limit: number): BranchTable {
  const bits = Math.max(4, Math.ceil(Math.log2(limit + 1)) + 1);
  const size = 2 ** bits;
  const nodes = new Int32Array(size);
  const units = new Uint16Array(size);
  const nexts = new Int32Array(size);

  /** Returns the index of the entry, or a free index for it, which has no next node. */
  function indexOf(node: number, unit: number): number {
    const hash = Math.imul(node ^ Math.imul(unit, 0x85eb_ca6b), 0x9e37_79b1) >>> (32 - bits);
    let index = hash;
    while (nexts[index] !== 0 && (nodes[index] !== node || units[index] !== unit)) index = (index + 1) % size;
    return index;
  }

  return {
    set(node, unit, next) {
      const index = indexOf(node, unit);
      nodes[index] = node;
      units[index] = unit;
      nexts[index] = next;
    },
    get: (node, unit) => nexts[indexOf(node, unit)] ?? 0,
  };
}
