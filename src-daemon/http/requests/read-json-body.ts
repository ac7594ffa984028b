import type { Request } from 'express';
import { requestLimits } from '../../../src-shared/contracts/execute-request.ts';
import { type Access, isReadBeforeAuthentication } from '../../../src-shared/endpoint.ts';
import { createJsonMeter, type JsonLimits } from '../../core/json-meter.ts';
import type { Holding } from '../../core/memory/ledger.ts';
import { AppError } from '../../errors/app-error.ts';
import { inviteBody } from '../server/expectation-guard.ts';

export const jsonLimits: JsonLimits = { values: 10_000, depth: 64 };

/**
 * Reads a request's JSON body, strictly: application/json, UTF-8, at most 16 MiB with a credential and 64 KiB without,
 * and no more values and levels than `jsonLimits`. So bounded, a body is parsed on the event loop: JSON.parse takes 10
 * to 40 ms for 16 MiB, and copying the result out of a worker takes as long.
 * @throws AppError `unsupported_media_type`, `too_large`, `invalid_request`, `account_memory_full`
 */
export async function readJsonBody(request: Request, { access, held }: JsonBodyOptions): Promise<unknown> {
  requireJson(request);
  const bytes = await readBytes(request, { limitBytes: limitBytesOf(access), held });
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_request', 'The body is not valid JSON.', { cause: syntaxOnly(cause) });
  }
}

interface JsonBodyOptions {
  access: Access;
  /** Counts the bytes as they arrive; absent where nothing is counted. */
  held?: Holding | undefined;
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

/** A client without a credential gets little memory and time. */
function limitBytesOf(access: Access): number {
  return isReadBeforeAuthentication(access) ? requestLimits.openBodyBytes : requestLimits.bodyBytes;
}

async function readBytes(
  request: Request,
  { limitBytes, held }: { limitBytes: number; held: Holding | undefined },
): Promise<Buffer> {
  const announced = Number(request.get('content-length') ?? 0);
  if (announced > limitBytes) throw tooLarge(limitBytes);
  const meter = createJsonMeter(jsonLimits);
  inviteBody(request);
  const chunks: Buffer[] = [];
  let received = 0;
  // Leaving the loop must not destroy the connection, because the reply is sent over it.
  const arriving = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  try {
    for await (const chunk of arriving) {
      received += chunk.length;
      if (received > limitBytes) throw tooLarge(limitBytes);
      const exceeded = meter.read(chunk);
      if (exceeded !== undefined) throw tooExpensive(exceeded);
      held?.take(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid_request', 'The body ended before it was complete. Send it again.', { cause: error });
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

function tooLarge(limitBytes: number): AppError {
  const limit =
    limitBytes === requestLimits.bodyBytes ? '16 MiB' : '64 KiB, the limit of an operation without a credential';
  return new AppError('too_large', `The body is larger than ${limit}, the limit of this operation.`);
}

function tooExpensive(exceeded: keyof JsonLimits): AppError {
  const { values, depth } = jsonLimits;
  return new AppError(
    'invalid_request',
    exceeded === 'values'
      ? `The body has more than ${values.toLocaleString('en')} values. Send fewer fields or elements.`
      : `The body is nested more than ${depth} levels deep.`,
  );
}

/** A parser's message can quote the body, which may hold a password: only its kind is kept. */
function syntaxOnly(cause: unknown): string {
  return cause instanceof SyntaxError ? 'SyntaxError' : 'unknown';
}
