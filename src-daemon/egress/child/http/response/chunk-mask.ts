import { createFormFinder } from '../../../../../src-shared-node/masking/form-finder.ts';
import type { FormIndex } from '../../../../../src-shared-node/masking/form-index.ts';
import { waitingUnits, windowUnits } from '../../../../../src-shared-node/masking/stream-borders.ts';
import { pairFilter } from '../secrets/pair-filter.ts';

/** The mask of a stream of bytes, with the borders of the mask for text (`StreamMask`). */
export interface ChunkMask {
  /** Adds bytes. Returns all bytes up to the last line end; the rest waits. */
  push(chunk: Buffer): Buffer[];
  /** Returns the bytes that wait. */
  release(): Buffer[];
  /** Returns true if bytes wait. */
  isHolding(): boolean;
}

const stars = Buffer.from('***');
const newline = 10;
const joinedBytes = 16 * 1024;

/**
 * Creates the mask of one stream. Each byte is one unit, as in the forms of the index. The chunks that wait are not copied,
 * and where a filter says that no form begins, bytes are not read. `onMasked` is called with the number of masked values.
 */
export function createChunkMask(values: FormIndex, onMasked: (count: number) => void): ChunkMask {
  const filter = pairFilter(values);
  const finder = createFormFinder(values);
  const waiting = createWaitingBytes();
  /** Masked ranges of the stream that wait, in order and disjoint. Positions count from the first byte of the stream. */
  const masked: { from: number; to: number }[] = [];
  /** The last returned byte was masked. */
  let isInMask = false;

  function read(chunk: Buffer, start: number): void {
    let at = finder.isIdle() ? filter.next(chunk, 0) : 0;
    while (at < chunk.length) {
      const length = finder.read(chunk[at] ?? 0);
      at++;
      if (length > 0) cover(start + at - length, start + at);
      if (finder.isIdle()) at = filter.next(chunk, at);
    }
  }

  /** Masks a range. The beginning of a value may have been returned already. */
  function cover(from: number, to: number): void {
    let first = Math.max(from, waiting.start());
    for (let last = masked.at(-1); last !== undefined && last.to >= first; last = masked.at(-1)) {
      first = Math.min(first, last.from);
      masked.pop();
    }
    masked.push({ from: first, to });
  }

  function releaseUpTo(border: number): Buffer[] {
    if (masked.length === 0 && border > waiting.start()) isInMask = false;
    if (masked.length === 0) return joined(waiting.take(border));
    const parts: Buffer[] = [];
    let count = 0;
    for (let range = masked[0]; range !== undefined && range.from < border; range = masked[0]) {
      if (range.from > waiting.start()) isInMask = false;
      parts.push(...waiting.take(range.from));
      if (!isInMask) {
        parts.push(stars);
        count++;
      }
      isInMask = true;
      waiting.take(Math.min(range.to, border));
      if (range.to > border) break;
      masked.shift();
    }
    if (waiting.start() < border) isInMask = false;
    parts.push(...waiting.take(border));
    if (count > 0) onMasked(count);
    return [Buffer.concat(parts)];
  }

  return {
    push(chunk) {
      const start = waiting.end();
      read(chunk, start);
      waiting.add(chunk);
      const line = chunk.lastIndexOf(newline) + 1;
      if (line > 0) return releaseUpTo(start + line);
      return waiting.size() < waitingUnits ? [] : releaseUpTo(waiting.end() - windowUnits);
    },
    release: () => releaseUpTo(waiting.end()),
    isHolding: () => waiting.size() > 0,
  };
}

/** Bytes of a stream in the chunks in which they arrived, by their position in the stream. */
function createWaitingBytes() {
  let chunks: Buffer[] = [];
  let [start, end] = [0, 0];
  return {
    start: () => start,
    end: () => end,
    size: () => end - start,
    add(chunk: Buffer): void {
      chunks.push(chunk);
      end += chunk.length;
    },
    /** Takes the bytes up to a position. */
    take(to: number): Buffer[] {
      const taken: Buffer[] = [];
      let first = 0;
      for (let chunk = chunks[0]; chunk !== undefined && start < to; chunk = chunks[first]) {
        const part = chunk.subarray(0, to - start);
        taken.push(part);
        start += part.length;
        if (part.length === chunk.length) first++;
        else chunks[first] = chunk.subarray(part.length);
      }
      if (first > 0) chunks = chunks.slice(first);
      return taken;
    },
  };
}

/** Joins short parts, because each part is a separate write. To copy long ones takes longer. */
function joined(parts: Buffer[]): Buffer[] {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  return parts.length < 2 || size > joinedBytes ? parts : [Buffer.concat(parts, size)];
}
