import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { TextStreamReply } from '../handler.ts';

/** Sends text as a download while it is generated, at the pace of the client. A disconnect stops the generation. */
export async function sendTextStream(response: Response, { text }: TextStreamReply): Promise<void> {
  response.status(200).set({
    'Content-Type': `${text.mediaType}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${text.fileName}"`,
  });
  try {
    await pipeline(Readable.from(text.chunks), response);
  } catch (error) {
    if (!response.destroyed || !isClosed(error)) throw error;
  }
}

/** Returns true for the error of a pipeline whose client closed the connection. */
function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
