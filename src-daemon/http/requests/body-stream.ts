import type { Request } from 'express';
import { createBufferCollector } from '../../core/collect-garbage.ts';
import { AppError } from '../../errors/app-error.ts';
import { inviteBody } from '../server/expectation-guard.ts';

/** The body of a request as it arrives. It can be read once, at the pace of the reader, and has no limit of its own. */
export interface BodyStream extends AsyncIterable<Uint8Array> {
  /** The length that the client announced; undefined for a body in chunks. */
  readonly contentLength: number | undefined;
}

/**
 * Returns the body of a request without reading it. A client that waits for 100 Continue is invited by the first read, so
 * that a handler can refuse the request before.
 * The iterator throws AppError `invalid_request` if the client disconnects before the body is complete.
 * @throws AppError `unsupported_media_type` if the body is compressed
 */
export function openBodyStream(request: Request): BodyStream {
  if ((request.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    throw new AppError(
      'unsupported_media_type',
      'Send the body without Content-Encoding: compression is not supported.',
    );
  const announced = request.get('content-length');
  return {
    contentLength: announced === undefined ? undefined : Number(announced),
    [Symbol.asyncIterator]: () => readBody(request),
  };
}

async function* readBody(request: Request): AsyncGenerator<Uint8Array> {
  inviteBody(request);
  try {
    // Leaving the loop must not destroy the connection, because the reply is sent over it.
    const arriving = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    const collectBuffers = createBufferCollector();
    for await (const chunk of arriving) {
      yield chunk;
      collectBuffers(chunk.length);
    }
  } catch (cause) {
    throw incomplete(cause);
  }
  if (!request.complete) throw incomplete(undefined);
}

function incomplete(cause: unknown): AppError {
  return new AppError('invalid_request', 'The body ended before it was complete. Send it again.', { cause });
}
