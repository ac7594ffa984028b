import { Transform } from 'node:stream';
import type { FormIndex } from '../../../../../programs/output/form-index.ts';
import { createStreamMask } from '../../../../../programs/output/stream-mask.ts';
import type { Field } from '../header-fields.ts';
import { pairFilter } from '../secrets/pair-filter.ts';

/**
 * Creates a stream that masks values in bytes. It holds back only an end that may begin a value; of a cut stream, this end
 * is dropped. The result does not depend on how the stream is cut into chunks.
 */
export function createByteMask(values: FormIndex): Transform {
  const mask = createChunkMask(values);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = mask.push(chunk);
      if (bytes.length === 0) done();
      else done(null, bytes);
    },
    flush(done) {
      done(null, mask.finish());
    },
  });
}

/** Masks values in the names and values of fields. */
export function maskFields(values: FormIndex, fields: readonly Field[]): Field[] {
  const masked = (text: string) => {
    const mask = createStreamMask(() => values);
    return mask.push(text) + mask.finish(false);
  };
  return fields.map(([name, value]) => [masked(name), masked(value)]);
}

interface ChunkMask {
  push(chunk: Buffer): Buffer;
  finish(): Buffer;
}

/**
 * Wraps the mask for text, in which each byte becomes one character (latin1), as in the forms of the index. It is slow, so
 * it only gets the ranges in which a form was found or may be found with the next chunk. A range ends with a byte that
 * belongs to no form, so that the mask has nothing left.
 */
function createChunkMask(values: FormIndex): ChunkMask {
  const { matcher, beginning } = values;
  const filter = pairFilter(values);
  const mask = createStreamMask(() => values);
  /** The node of the automaton at the end of the last chunk, where a range continues unless it is 0. */
  let node = 0;
  /** A long form was found. Only the mask knows where it ends, so it gets all that follows. */
  let isFollowing = false;

  /** Reads a range from its first byte. Returns its end, and whether the mask must read it. */
  function readRange(chunk: Buffer, start: number): { end: number; isMasked: boolean } {
    let isMasked = node !== 0;
    for (let at = start; at < chunk.length; at++) {
      node = matcher.step(node, chunk[at] ?? 0);
      const length = matcher.matched(node);
      if (length > 0) isMasked = true;
      if (length >= beginning) isFollowing = true;
      if (node === 0 && !isFollowing) return { end: at + 1, isMasked };
    }
    return { end: chunk.length, isMasked: true };
  }

  return {
    push(chunk) {
      const parts: Buffer[] = [];
      let unchanged = 0;
      let start = node === 0 && !isFollowing ? filter.next(chunk, 0) : 0;
      while (start < chunk.length) {
        const { end, isMasked } = readRange(chunk, start);
        if (isMasked) {
          parts.push(chunk.subarray(unchanged, start));
          parts.push(Buffer.from(mask.push(chunk.toString('latin1', start, end)), 'latin1'));
          unchanged = end;
        }
        start = filter.next(chunk, end);
      }
      return parts.length === 0 ? chunk : Buffer.concat([...parts, chunk.subarray(unchanged)]);
    },
    finish: () => Buffer.from(mask.finish(false), 'latin1'),
  };
}
