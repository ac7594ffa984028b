import type { Readable } from 'node:stream';

/**
 * Yields the bytes of a stream as they arrive, and all that have arrived while the caller was busy as one part. A part has
 * little more than the limit: then the stream waits.
 * @throws the error of the stream
 */
export async function* collectParts(input: Readable, limitBytes: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  let end: { error?: Error } | undefined;
  let wake = Promise.withResolvers<void>();
  const finish = (error?: Error) => {
    end ??= error === undefined ? {} : { error };
    wake.resolve();
  };
  input.on('error', finish);
  input.once('end', () => finish());
  input.once('close', () => finish());
  input.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limitBytes) input.pause();
    wake.resolve();
  });
  for (;;) {
    if (size > 0) {
      const part = Buffer.concat(chunks);
      chunks = [];
      size = 0;
      input.resume();
      yield part;
    } else if (end !== undefined) {
      if (end.error !== undefined) throw end.error;
      return;
    } else {
      await wake.promise;
      wake = Promise.withResolvers();
    }
  }
}
