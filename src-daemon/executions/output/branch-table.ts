/** For nodes of an automaton and UTF-16 units: the node that follows. */
export interface BranchTable {
  set(node: number, unit: number, next: number): void;
  /** 0 if there is none. */
  get(node: number, unit: number): number;
}

/**
 * A hash table with open addressing over typed arrays. A `Map` needs a key of more than 32 bits here, which it stores as
 * a number on the heap: ten times slower and larger.
 * @param limit how many entries there can be
 */
export function createBranchTable(limit: number): BranchTable {
  const bits = Math.max(4, Math.ceil(Math.log2(limit + 1)) + 1);
  const size = 2 ** bits;
  const nodes = new Int32Array(size);
  const units = new Uint16Array(size);
  const nexts = new Int32Array(size);

  /** Where the entry is, or the free place for it. A free place has no next node. */
  function slotOf(node: number, unit: number): number {
    const hash = Math.imul(node ^ Math.imul(unit, 0x85eb_ca6b), 0x9e37_79b1) >>> (32 - bits);
    let place = hash;
    while (nexts[place] !== 0 && (nodes[place] !== node || units[place] !== unit)) place = (place + 1) % size;
    return place;
  }

  return {
    set(node, unit, next) {
      const place = slotOf(node, unit);
      nodes[place] = node;
      units[place] = unit;
      nexts[place] = next;
    },
    get: (node, unit) => nexts[slotOf(node, unit)] ?? 0,
  };
}
