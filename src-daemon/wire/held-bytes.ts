/** Received bytes of several streams that their consumer has not taken yet, in order. */
export interface HeldBytes {
  readonly isEmpty: boolean;
  add(stream: number, chunk: Uint8Array): void;
  /** Removes and returns the first bytes of one stream, at most `capBytes` of them; the result is a copy. */
  take(capBytes: number): { stream: number; chunk: Buffer };
}

const firstBytes = 4096;

/**
 * Creates a queue whose memory depends on the number of bytes and not on the number of chunks: a program that writes single
 * bytes must not cost an object for each. The credit of the channel limits the bytes.
 */
export function createHeldBytes(): HeldBytes {
  let buffer = Buffer.alloc(0);
  let start = 0;
  let end = 0;
  /** Alternately a stream and its number of bytes. */
  let runs: number[] = [];
  let firstRun = 0;

  function reserve(count: number): void {
    if (end + count <= buffer.length) return;
    const size = end - start + count;
    const next = size <= buffer.length / 2 ? buffer : Buffer.alloc(Math.max(firstBytes, size * 2));
    buffer.copy(next, 0, start, end);
    buffer = next;
    end -= start;
    start = 0;
  }

  function clear(): void {
    buffer = Buffer.alloc(0);
    runs = [];
    start = end = firstRun = 0;
  }

  function dropTakenRuns(): void {
    runs.splice(0, firstRun);
    firstRun = 0;
  }

  return {
    get isEmpty() {
      return start === end;
    },
    add: (stream, chunk) => {
      reserve(chunk.length);
      buffer.set(chunk, end);
      end += chunk.length;
      const last = runs.length - 2;
      if (last >= firstRun && runs[last] === stream) runs[last + 1] = (runs[last + 1] ?? 0) + chunk.length;
      else runs.push(stream, chunk.length);
    },
    take: (capBytes) => {
      const stream = runs[firstRun] ?? 0;
      const length = runs[firstRun + 1] ?? 0;
      const count = Math.min(length, capBytes);
      const chunk = Buffer.from(buffer.subarray(start, start + count));
      start += count;
      if (count === length) firstRun += 2;
      else runs[firstRun + 1] = length - count;
      if (start === end) clear();
      else if (firstRun > runs.length / 2) dropTakenRuns();
      return { stream, chunk };
    },
  };
}
