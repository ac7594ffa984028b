import { sampleBytes } from '../../work/media-type.ts';

export interface FileContent {
  /** The beginning, from which the media type is detected. */
  sample: Uint8Array;
  /** True if the sample is the whole content. */
  isWhole: boolean;
  /** The whole content, with the sample. */
  chunks: AsyncIterable<Uint8Array>;
}

interface Source {
  chunks: AsyncIterable<Uint8Array>;
  asError(error: unknown): unknown;
  /** Called when the content is read, has failed or is not needed any more; may be called more than once. */
  onEnd(): void;
}

/**
 * Reads the beginning of a stream. The returned chunks can be read once; their iterator must be read to the end or
 * returned, and works also if it is returned before the first read, unlike a generator.
 */
export async function openContent({ chunks, asError, onEnd }: Source): Promise<FileContent> {
  const source = chunks[Symbol.asyncIterator]();
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    try {
      const result = await source.next();
      if (result.done) onEnd();
      return result;
    } catch (error) {
      onEnd();
      throw asError(error);
    }
  };
  const ahead: Uint8Array[] = [];
  let heldBytes = 0;
  let isWhole = false;
  while (heldBytes < sampleBytes && !isWhole) {
    const { done, value } = await next();
    if (done) isWhole = true;
    else heldBytes += ahead.push(value) && value.length;
  }
  const iterator = {
    next: async (): Promise<IteratorResult<Uint8Array>> => {
      const value = ahead.shift();
      if (value !== undefined) return { done: false, value };
      return isWhole ? { done: true, value: undefined } : next();
    },
    return: async (): Promise<IteratorResult<Uint8Array>> => {
      ahead.length = 0;
      await source.return?.();
      onEnd();
      return { done: true, value: undefined };
    },
  };
  return { sample: Buffer.concat(ahead), isWhole, chunks: { [Symbol.asyncIterator]: () => iterator } };
}
