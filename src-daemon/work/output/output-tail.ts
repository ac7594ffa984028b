/** Newest bytes of a stream. They arrive in order and can have gaps between them. */
export interface OutputTail {
  /** Adds bytes at position `at` of the stream. Bytes before a gap are dropped. */
  push(at: number, chunk: Uint8Array): void;
  /** Positions of the first stored byte and after the last one. They are equal if nothing was added. */
  start(): number;
  end(): number;
  /** Returns the stored bytes. */
  bytes(): Uint8Array;
}

/** Keeps at most `capacityBytes` bytes in a ring buffer, which is allocated for the first bytes. */
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
      const offset = start % capacityBytes;
      const beforeWrap = ring.subarray(offset, Math.min(offset + out.length, capacityBytes));
      out.set(beforeWrap);
      out.set(ring.subarray(0, out.length - beforeWrap.length), beforeWrap.length);
      return out;
    },
  };
}
