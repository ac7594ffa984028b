import type { Connection } from './connection-options.ts';
import { errorOf, StrongroomError } from './strongroom-error.ts';

/** A body that is sent as it is: its bytes, or chunks at the pace of the daemon. */
export type BytesBody = Uint8Array | ReadableStream<Uint8Array> | Blob;

/** One request. `name` has the method and the path, with its parameters in braces. */
export interface Sending {
  name: string;
  params?: Readonly<Record<string, string | number>> | undefined;
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Sent as JSON, unless it is bytes. */
  body?: unknown;
  accept?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  retries?: number | undefined;
}

/** Longest time that a repetition waits for; a longer one is left to the caller. */
const longestRetryMs = 30_000;

/** Sends a request and hands its successful answer to `read`. @throws StrongroomError; the reason of `signal` */
export async function send<Result>(
  connection: Connection,
  sending: Sending,
  read: (response: Response) => Promise<Result> | Result,
): Promise<Result> {
  const retries = isRepeatable(sending) ? (sending.retries ?? connection.retries) : 0;
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(connection, sending, read);
    } catch (error) {
      const waitMs = error instanceof StrongroomError ? retryTime(error) : undefined;
      if (waitMs === undefined || attempt >= retries) throw error;
      await sleep(waitMs, sending.signal);
    }
  }
}

async function sendOnce<Result>(
  connection: Connection,
  sending: Sending,
  read: (response: Response) => Promise<Result> | Result,
): Promise<Result> {
  const limit = createTimeLimit(sending.timeoutMs ?? connection.timeoutMs, sending.signal);
  try {
    const response = await connection.fetch(urlOf(connection.url, sending), initOf(connection, sending, limit.signal));
    if (!response.ok) throw await refusalOf(response);
    return await read(response);
  } catch (cause) {
    if (cause instanceof StrongroomError) throw cause;
    sending.signal?.throwIfAborted();
    if (limit.hasPassed()) throw new StrongroomError('timeout', 'The daemon did not answer within timeoutMs.');
    throw unreachable(connection.url, cause);
  } finally {
    limit.stop();
  }
}

function unreachable(url: string, cause: unknown): StrongroomError {
  const message = `No daemon answers at ${url}, or the connection broke. Start the daemon, or set STRONGROOM_URL.`;
  return new StrongroomError('connection_failed', message, { cause });
}

function initOf(connection: Connection, sending: Sending, signal: AbortSignal): RequestInit {
  const { body, headers = {}, accept = 'application/json' } = sending;
  const isBytes = isBytesBody(body);
  const given = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
  return {
    method: methodOf(sending),
    // A redirection would take the key to another host.
    redirect: 'error',
    signal,
    headers: {
      accept,
      ...connection.headers,
      ...(body !== undefined && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      ...Object.fromEntries(given),
    },
    ...(body !== undefined && { body: isBytes ? (body as BodyInit) : JSON.stringify(body) }),
    // Required by `fetch` for a body of unknown length.
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  };
}

function urlOf(base: string, { name, params = {}, query = {} }: Sending): string {
  const path = name.slice(name.indexOf(' ') + 1).replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = String(params[key] ?? '');
    // Only the path of a file has several segments.
    const segments = key === 'path' ? value.split('/') : [value];
    return segments.map((segment) => encodeSegment(key, segment)).join('/');
  });
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return base + path + (given.length > 0 ? `?${search}` : '');
}

/** An empty name, `.` and `..` would change the path to that of another operation. */
function encodeSegment(key: string, segment: string): string {
  if (/^\.{0,2}$/.test(segment))
    throw new StrongroomError('invalid_argument', `${key} must not be or contain an empty name, "." or "..".`);
  return encodeURIComponent(segment);
}

function methodOf({ name }: Sending): string {
  return name.slice(0, name.indexOf(' '));
}

function isRepeatable(sending: Sending): boolean {
  return ['GET', 'PUT', 'DELETE'].includes(methodOf(sending)) && !(sending.body instanceof ReadableStream);
}

function isBytesBody(body: unknown): body is BytesBody {
  return body instanceof Uint8Array || body instanceof ReadableStream || body instanceof Blob;
}

/** Returns the time to wait before a repetition; undefined for an error that a repetition does not change. */
function retryTime({ status, retryAfterMs }: StrongroomError): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  return retryAfterMs !== undefined && retryAfterMs <= longestRetryMs ? retryAfterMs : undefined;
}

async function refusalOf(response: Response): Promise<StrongroomError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const message = `The answer with status ${status} is not one of Strongroom. Check the address of the daemon.`;
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'));
  return errorOf(body, { status, retryAfterMs }) ?? new StrongroomError('unexpected_answer', message, { status });
}

/** Reads `Retry-After`: a number of seconds. */
function readRetryAfter(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) * 1000 : undefined;
}

/** Returns a signal that is aborted by `signal` and, until `stop` is called, after a time. */
function createTimeLimit(timeoutMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const timer = timeoutMs > 0 ? setTimeout(() => controller.abort(), timeoutMs) : undefined;
  return {
    signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
    hasPassed: () => controller.signal.aborted,
    stop: () => clearTimeout(timer),
  };
}

/** Waits for a time. @throws the reason of `signal` */
export function sleep(timeMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, timeMs);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
