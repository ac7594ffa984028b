import { createHash, type Hash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { BlobUpload } from './blobs.ts';
import type { PushedLayer } from './layer-image.ts';

/** A higher level takes several times the processor time, and packages are compressed in part already. */
const compression = { level: 3 };

/**
 * Compresses an archive and uploads it at the same time, so that it is stored nowhere else.
 * @throws the error of the archive; RegistryError
 */
export async function pushLayer(upload: BlobUpload, archive: Readable): Promise<PushedLayer> {
  const [diff, compressed] = [createHash('sha256'), createHash('sha256')];
  let sizeBytes = 0;
  const body = tap(compressed, (size) => {
    sizeBytes += size;
  });
  // A failed upload ends the archive with an error that says nothing, so only its own first error counts.
  let reason: unknown = archive.errored ?? undefined;
  archive.once('error', (error) => {
    if (!body.destroyed) reason ??= error;
  });
  const [piped, sent] = await Promise.allSettled([
    pipeline(archive, tap(diff), createGzip(compression), body),
    upload.send(body).catch((error: unknown) => {
      body.destroy();
      throw error;
    }),
  ]);
  if (sent.status === 'rejected') throw reason ?? sent.reason;
  if (piped.status === 'rejected') throw piped.reason;
  const digest = `sha256:${compressed.digest('hex')}`;
  await upload.finish(digest);
  return { digest, sizeBytes, diffId: `sha256:${diff.digest('hex')}` };
}

/** Returns a stream that passes bytes on and hashes them. */
function tap(hash: Hash, onChunk: (size: number) => void = () => {}): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      onChunk(chunk.length);
      done(null, chunk);
    },
  });
}
