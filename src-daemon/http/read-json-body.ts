import type { Request } from 'express';
import { requestLimits } from '../../src-shared/execution-request.ts';
import { AppError } from '../app-error.ts';
import { inviteBody } from './expectation-guard.ts';

/**
 * Reads a request's JSON body, strictly: application/json, UTF-8, at most 16 MiB.
 * @throws AppError `unsupported_media_type`, `too_large`, `invalid_request`
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  requireJson(request);
  const bytes = await readBytes(request);
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_request', 'The body is not valid JSON.', { cause: syntaxOnly(cause) });
  }
}

function requireJson(request: Request): void {
  const [type = '', ...parameters] = (request.get('content-type') ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  const encoding = request.get('content-encoding') ?? 'identity';
  const acceptable =
    type.trim() === 'application/json' &&
    (charset === undefined || /^charset="?utf-?8"?$/.test(charset)) &&
    encoding === 'identity';
  if (!acceptable)
    throw new AppError('unsupported_media_type', 'Send the body as Content-Type: application/json, in UTF-8.');
}

async function readBytes(request: Request): Promise<Buffer> {
  const announced = Number(request.get('content-length') ?? 0);
  if (announced > requestLimits.bodyBytes) throw tooLarge();
  inviteBody(request);
  const chunks: Buffer[] = [];
  let received = 0;
  // Leaving the loop must not destroy the connection: the answer goes over it.
  const arriving = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  try {
    for await (const chunk of arriving) {
      received += chunk.length;
      if (received > requestLimits.bodyBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid_request', 'The body ended before it was complete.', { cause: error });
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('invalid_request', 'The body is not valid UTF-8.');
  }
}

function tooLarge(): AppError {
  return new AppError('too_large', 'The body is over 16 MiB.');
}

/** A parser's message can quote the body, which may hold a password: only its kind is kept. */
function syntaxOnly(cause: unknown): string {
  return cause instanceof SyntaxError ? 'SyntaxError' : 'unknown';
}
