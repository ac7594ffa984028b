import { once } from 'node:events';
import type { Response } from 'express';
import { createBufferCollector } from '../../core/collect-garbage.ts';
import type { FileReply, StreamedContent } from '../handler.ts';
import { createUntilClosed } from './until-closed.ts';

/**
 * Sends a program's file so that no browser runs it at this origin: as an attachment, unsniffed, in a sandbox
 * (RFC 6266 for the name, RFC 8187 for its encoding).
 */
export async function sendFile(response: Response, { file }: FileReply): Promise<void> {
  response.status(200).set({
    'Content-Type': file.mediaType,
    'Content-Disposition': `attachment; filename="${asciiName(file.name)}"; filename*=UTF-8''${encodedName(file.name)}`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
  });
  if (file.content instanceof Uint8Array) response.end(file.content);
  else await sendContent(response, file.content);
}

/**
 * Sends at the pace of the client. A source that fails or ends early makes the error handler break the connection, so that
 * the client cannot take a part for the whole. A client that disconnects ends the source.
 */
async function sendContent(response: Response, { sizeBytes, chunks }: StreamedContent): Promise<void> {
  response.setHeader('Content-Length', sizeBytes);
  response.flushHeaders();
  const source = chunks[Symbol.asyncIterator]();
  try {
    const sentBytes = response.req.method === 'HEAD' ? sizeBytes : await copy(source, response, sizeBytes);
    if (sentBytes === sizeBytes) response.end();
    else if (!response.destroyed) throw new Error(`the content ended ${sizeBytes - sentBytes} bytes before its size`);
  } finally {
    void source.return?.().catch(() => undefined);
  }
}

/** Sends at most `sizeBytes`; stops early if the client disconnects. Returns the number of bytes that were sent. */
async function copy(source: AsyncIterator<Uint8Array>, response: Response, sizeBytes: number): Promise<number> {
  const untilClosed = createUntilClosed(response);
  const collectBuffers = createBufferCollector();
  let sentBytes = 0;
  while (!response.destroyed && sentBytes < sizeBytes) {
    const next = await untilClosed(source.next());
    if (next === undefined || next.done || response.destroyed) break;
    const chunk = next.value.subarray(0, sizeBytes - sentBytes);
    sentBytes += chunk.length;
    if (!response.write(chunk)) await untilClosed(once(response, 'drain'));
    collectBuffers(chunk.length);
  }
  return response.destroyed ? -1 : sentBytes;
}

function asciiName(name: string): string {
  return name.replace(/[^A-Za-z0-9._ -]/g, '_');
}

function encodedName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
