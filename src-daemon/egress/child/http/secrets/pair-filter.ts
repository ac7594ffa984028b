import type { FormIndex } from '../../../../../src-shared-node/masking/form-index.ts';

/** Finds the places in bytes where a form can begin, much faster than the automaton of the index reads them. */
export interface PairFilter {
  /**
   * Returns the first position from `at` where the next two bytes begin a form, or where the last byte does; the length of
   * the bytes if there is none. No form begins before it.
   */
  next(bytes: Uint8Array, at: number): number;
}

const prepared = new WeakMap<FormIndex, PairFilter>();

/** Returns the filter of an index. Each of its forms has at least two bytes. */
export function pairFilter(index: FormIndex): PairFilter {
  const known = prepared.get(index) ?? createFilter(index);
  prepared.set(index, known);
  return known;
}

function createFilter({ matcher }: FormIndex): PairFilter {
  const firsts = new Uint8Array(256);
  const pairs = new Uint8Array(256 * 256);
  for (let first = 0; first < 256; first++) {
    const node = matcher.step(0, first);
    if (node === 0) continue;
    firsts[first] = 1;
    for (let second = 0; second < 256; second++) {
      if (matcher.pending(matcher.step(node, second)) === 2) pairs[first * 256 + second] = 1;
    }
  }
  return {
    next(bytes, from) {
      const last = bytes.length - 1;
      let at = from;
      let first = bytes[at] ?? 0;
      while (at < last) {
        const second = bytes[at + 1] ?? 0;
        if (pairs[first * 256 + second] === 1) return at;
        first = second;
        at++;
      }
      return at === last && firsts[first] === 0 ? bytes.length : at;
    },
  };
}
