// Reads and writes the memory of a WebAssembly program. Every pointer comes from the program. If it points outside, the
// view throws a RangeError, which the caller returns as EFAULT.
import { errno, fail } from '../errno.mjs';

const vectorsCap = 1024;
const pathCap = 4096;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8');

/** @param {() => WebAssembly.Memory} memory */
export function createGuestMemory(memory) {
  // The buffer is replaced when the memory grows, so a new view is created.
  let view = new DataView(new ArrayBuffer(0));

  function now() {
    const { buffer } = memory();
    if (view.buffer !== buffer) view = new DataView(buffer);
    return view;
  }

  /** @param {number} at @param {number} length @returns {Uint8Array} the memory itself, no copy */
  function bytes(at, length) {
    return new Uint8Array(memory().buffer, at >>> 0, length >>> 0);
  }

  /** The pieces of a scattered read or write. @param {number} at @param {number} count */
  function vectors(at, count) {
    if (count >>> 0 > vectorsCap) fail(errno.inval);
    return Array.from({ length: count }, (_, index) => bytes(u32(at + index * 8), u32(at + index * 8 + 4)));
  }

  /** @param {number} at */
  function u32(at) {
    return now().getUint32(at >>> 0, true);
  }

  return {
    bytes,
    vectors,
    u32,
    /** @param {number} at */
    u16: (at) => now().getUint16(at >>> 0, true),
    /** @param {number} at */
    u8: (at) => now().getUint8(at >>> 0),
    /** @param {number} at */
    u64: (at) => now().getBigUint64(at >>> 0, true),
    /** @param {number} at @param {number} value */
    setU8: (at, value) => now().setUint8(at >>> 0, value),
    /** @param {number} at @param {number} value */
    setU16: (at, value) => now().setUint16(at >>> 0, value, true),
    /** @param {number} at @param {number} value */
    setU32: (at, value) => now().setUint32(at >>> 0, value, true),
    /** @param {number} at @param {bigint} value */
    setU64: (at, value) => now().setBigUint64(at >>> 0, value, true),
    /** @param {number} at @param {number} length */
    path: (at, length) => {
      if (length >>> 0 > pathCap) fail(errno.nametoolong);
      return decoder.decode(bytes(at, length));
    },
    /**
     * Writes as much of the text as fits, and returns the number of bytes.
     * @param {number} at
     * @param {number} length
     * @param {string} text
     */
    text: (at, length, text) => encoder.encodeInto(text, bytes(at, length)).written,
    /**
     * `argv` and `environ`: pointers at `table`, the strings one after the other.
     * @param {number} table
     * @param {number} at
     * @param {readonly Uint8Array[]} strings
     */
    strings: (table, at, strings) => {
      let next = at;
      for (const [index, string] of strings.entries()) {
        now().setUint32((table >>> 0) + index * 4, next, true);
        bytes(next, string.length).set(string);
        next += string.length;
      }
    },
  };
}

/** With the NUL at its end. @param {readonly string[]} texts */
export function cStrings(texts) {
  return texts.map((text) => encoder.encode(`${text}\0`));
}
