import { z } from 'zod';
import { parseJson } from '../../../wire/json.ts';

/**
 * - `unauthorized` 401, `forbidden` 403, `quota` 403 because a quota of the namespace is used up, `not_found` 404
 * - `conflict` 409: the name exists, or the object has another uid. `gone` 410: a version or list is no longer available
 * - `invalid` 400, 422: the server refuses the object. `too_many` 429: see `retryAfterMs`
 * - `unavailable`: no answer, no trusted certificate, or any other status
 * - `bad_answer`: an answer that is too large, or not what the API describes
 */
export type ApiErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'quota'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'invalid'
  | 'too_many'
  | 'unavailable'
  | 'bad_answer';

/** A request to the API server failed. The message is short printable ASCII and never has the token. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** HTTP status; undefined if there was no answer. */
  readonly status: number | undefined;
  /** Time that the server asks to wait, at most 5 minutes; undefined if it names none. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: ApiErrorKind,
    message: string,
    answer: { status?: number; retryAfterMs?: number | undefined } = {},
  ) {
    super(message);
    this.kind = kind;
    this.status = answer.status;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

/** An answer with an error status. */
export interface ErrorAnswer {
  status: number;
  /** Its body, or the start of it. */
  body: string;
  /** The header `retry-after`. */
  retryAfter?: string | undefined;
}

const Status = z.object({ message: z.string().optional(), code: z.number().optional() });
export type StatusObject = z.infer<typeof Status>;

const kinds: Readonly<Record<number, ApiErrorKind>> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  422: 'invalid',
  429: 'too_many',
};
const longestRetryMs = 300_000;
const shownLength = 300;

/** Returns the error of an answer. @param secret the value of the header `authorization`, which a server may repeat */
export function errorOfAnswer({ status, body, retryAfter }: ErrorAnswer, secret: string | undefined): ApiError {
  const { message = '' } = parseStatus(body);
  return errorOf(status, message, { secret, retryAfterMs: readRetryAfter(retryAfter) });
}

/** Returns the error of an object `Status` in a stream. */
export function errorOfStatus(object: unknown): ApiError {
  const { success, data } = Status.safeParse(object);
  return errorOf((success && data.code) || 500, (success && data.message) || '', {});
}

function errorOf(
  status: number,
  message: string,
  { secret, retryAfterMs }: { secret?: string | undefined; retryAfterMs?: number | undefined },
): ApiError {
  // The API has no other sign of an exceeded quota: the reason is Forbidden too (kubernetes plugin/pkg/admission).
  const kind = status === 403 && message.includes('exceeded quota') ? 'quota' : (kinds[status] ?? 'unavailable');
  const shown = printable(message, secret);
  const text = `the API server answered ${status}${shown === '' ? '' : `: ${shown}`}`;
  return new ApiError(kind, text, { status, retryAfterMs });
}

/** Returns a text of the server for a message: printable ASCII, at most 300 characters, without the token. */
export function printable(text: string, secret?: string): string {
  const token = secret?.slice(secret.indexOf(' ') + 1);
  const safe = token ? text.replaceAll(token, '[token]') : text;
  return safe.slice(0, shownLength).replace(/[^\x20-\x7e]/g, '?');
}

function parseStatus(body: string): StatusObject {
  return Status.safeParse(parseJson(body)).data ?? {};
}

/** Reads a number of seconds. A date, the other form of the header, is not used by API servers. */
function readRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined || !/^\d{1,6}$/.test(header)) return undefined;
  return Math.min(Number(header) * 1000, longestRetryMs);
}
