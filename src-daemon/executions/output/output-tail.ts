/** The newest bytes of a stream, which come in order and may have holes between them. */
export interface OutputTail {
  /** Takes bytes of position `at` in the stream; before a hole nothing is kept. */
  push(at: number, chunk: Uint8Array): void;
  /** The position of the first byte that is kept, and of the one after the last. Equal where nothing came. */
  start(): number;
  end(): number;
  /** All that is kept, in one piece. */
  bytes(): Uint8Array;
}

/** Keeps at most so many bytes, in memory that is taken when the first come. */
export function createOutputTail(capacityBytes: number): OutputTail {
  let ring = new Uint8Array();
  let start = 0;
  let end = 0;

  return {
    push(at, chunk) {
      if (chunk.length === 0) return;
      if (ring.length === 0) ring = new Uint8Array(capacityBytes);
      if (at !== end) start = end = at;
      const kept = chunk.subarray(Math.max(chunk.length - capacityBytes, 0));
      end += chunk.length;
      start = Math.max(start, end - capacityBytes);
      const offset = (end - kept.length) % capacityBytes;
      const beforeWrap = kept.subarray(0, capacityBytes - offset);
      ring.set(beforeWrap, offset);
      ring.set(kept.subarray(beforeWrap.length), 0);
    },
    start: () => start,
    end: () => end,
    bytes() {
      const out = new Uint8Array(end - start);
      if (out.length === 0) return out;
      const place = start % capacityBytes;
      const beforeWrap = ring.subarray(place, Math.min(place + out.length, capacityBytes));
      out.set(beforeWrap);
      out.set(ring.subarray(0, out.length - beforeWrap.length), beforeWrap.length);
      return out;
    },
  };
}
