import type { SlicedWork } from '../sliced-work.ts';
import { type BranchTable, createBranchTable } from './branch-table.ts';

/** Searches many patterns at once, in time that does not depend on their number. */
export interface PatternMatcher {
  /** Returns the node that follows `node` after a UTF-16 unit. Reading starts at node 0. */
  step(node: number, unit: number): number;
  /** Returns the length of the longest pattern that ends at this node; 0 if none does. */
  matched(node: number): number;
  /** Returns the length of the longest suffix of the read text that is a proper prefix of a pattern. */
  pending(node: number): number;
}

/**
 * Automaton of Aho and Corasick (1975). A node is a prefix of a pattern; node 0 is the empty prefix. The patterns are
 * stored one after another, and a node is the index of its last unit, so a step along a pattern needs no table. `branches`
 * has an entry only where a pattern leaves the prefix that it shares with others.
 */
interface Automaton {
  nodes: number;
  unit: Uint16Array;
  depth: Uint16Array;
  parent: Int32Array;
  /** Longest proper suffix of this prefix that is also a prefix. */
  fail: Int32Array;
  /** Length of the longest pattern that ends here. */
  longest: Uint16Array;
  /** Bits: the pattern continues at the next node; the node has entries in `branches`. */
  flags: Uint8Array;
  branches: BranchTable;
}

const continuesFlag = 1;
const branchesFlag = 2;
/** Number of steps between two pauses. */
const pause = 4096;

/**
 * Creates the automaton. Time and memory are linear in the total length of the patterns. A pattern has 1 to 65,535 units.
 */
export function* createPatternMatcher(patterns: readonly string[]): SlicedWork<PatternMatcher> {
  const automaton = allocate(patterns);
  let read = 0;
  for (const pattern of patterns) {
    insert(automaton, pattern);
    read += pattern.length;
    if (read > pause) {
      read = 0;
      yield;
    }
  }
  yield* link(automaton);
  const { depth, fail, longest, flags } = automaton;
  return {
    step: (node, unit) => step(automaton, node, unit),
    matched: (node) => longest[node] ?? 0,
    pending: (node) => {
      let at = node;
      while (at !== 0 && flags[at] === 0) at = fail[at] ?? 0;
      return depth[at] ?? 0;
    },
  };
}

function allocate(patterns: readonly string[]): Automaton {
  const size = 1 + patterns.reduce((total, pattern) => total + pattern.length, 0);
  return {
    nodes: 1,
    unit: new Uint16Array(size),
    depth: new Uint16Array(size),
    parent: new Int32Array(size),
    fail: new Int32Array(size),
    longest: new Uint16Array(size),
    flags: new Uint8Array(size),
    // Each pattern branches off from the earlier ones once.
    branches: createBranchTable(patterns.length),
  };
}

function insert(automaton: Automaton, pattern: string): void {
  let node = 0;
  let at = 0;
  for (let next = 0; at < pattern.length; at++) {
    next = child(automaton, node, pattern.charCodeAt(at));
    if (next === 0) break;
    node = next;
  }
  for (; at < pattern.length; at++) node = append(automaton, node, pattern.charCodeAt(at));
  automaton.longest[node] = pattern.length;
}

function append(automaton: Automaton, parent: number, unit: number): number {
  const node = automaton.nodes++;
  const isNext = parent !== 0 && parent === node - 1;
  automaton.flags[parent] = (automaton.flags[parent] ?? 0) | (isNext ? continuesFlag : branchesFlag);
  if (!isNext) automaton.branches.set(parent, unit, node);
  automaton.unit[node] = unit;
  automaton.parent[node] = parent;
  automaton.depth[node] = (automaton.depth[parent] ?? 0) + 1;
  return node;
}

/** Sets the fallback of each prefix, short prefixes first, because a fallback is shorter than its prefix. */
function* link(automaton: Automaton): SlicedWork<void> {
  const { parent, fail, unit, depth, longest } = automaton;
  const nodes = yield* byDepth(automaton);
  for (const [at, node] of nodes.entries()) {
    if (at % pause === 0) yield;
    const above = parent[node] ?? 0;
    const back = depth[node] === 1 ? 0 : step(automaton, fail[above] ?? 0, unit[node] ?? 0);
    fail[node] = back;
    if (longest[node] === 0) longest[node] = longest[back] ?? 0;
  }
}

/** Returns all nodes except the first, sorted by depth (counting sort). */
function* byDepth({ nodes, depth }: Automaton): SlicedWork<Int32Array> {
  const ends = new Int32Array(0x1_0000);
  for (let node = 1; node < nodes; node++) {
    const value = depth[node] ?? 0;
    ends[value] = (ends[value] ?? 0) + 1;
    if (node % pause === 0) yield;
  }
  for (let value = 1; value < ends.length; value++) ends[value] = (ends[value] ?? 0) + (ends[value - 1] ?? 0);
  const sorted = new Int32Array(nodes - 1);
  for (let node = nodes - 1; node > 0; node--) {
    const value = depth[node] ?? 0;
    const index = (ends[value] ?? 0) - 1;
    ends[value] = index;
    sorted[index] = node;
    if (node % pause === 0) yield;
  }
  return sorted;
}

function step(automaton: Automaton, from: number, unit: number): number {
  let node = from;
  for (;;) {
    const next = child(automaton, node, unit);
    if (next !== 0 || node === 0) return next;
    node = automaton.fail[node] ?? 0;
  }
}

function child({ unit: units, flags, branches }: Automaton, node: number, unit: number): number {
  const flag = flags[node] ?? 0;
  if ((flag & continuesFlag) !== 0 && units[node + 1] === unit) return node + 1;
  return (flag & branchesFlag) === 0 ? 0 : branches.get(node, unit);
}
