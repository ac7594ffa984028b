import type { APIError } from 'openai';
import { AppError } from '../../core/app-error.ts';
import type { Deadline } from './deadline.ts';
import { loadedOpenAi } from './openai-package.ts';

/** How a conversation with an endpoint can fail. */
export type ModelErrorKind =
  | 'cancelled'
  | 'dns'
  | 'refused'
  | 'tls'
  | 'timeout'
  | 'unreachable'
  | 'redirected'
  | 'unauthorized'
  | 'rate_limited'
  | 'not_found'
  | 'refused_request'
  | 'server_error'
  | 'malformed'
  | 'cut_off'
  | 'too_large';

/** A conversation that failed: nothing of what the endpoint said is kept, as it may repeat the key or the prompt. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  readonly httpStatus: number | undefined;
  /** Whether it came with an error of the protocol's own form. */
  readonly isOfProtocol: boolean;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: ModelErrorKind,
    facts: { httpStatus?: number; isOfProtocol?: boolean; retryAfterSeconds?: number } = {},
  ) {
    super(`the model endpoint: ${kind}`);
    this.name = 'ModelFault';
    this.kind = kind;
    this.httpStatus = facts.httpStatus;
    this.isOfProtocol = facts.isOfProtocol ?? false;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** What was thrown by a conversation, in our words. */
export function toModelError(thrown: unknown, deadline: Deadline): ModelError {
  const reason = deadline.reason();
  if (reason === 'cancelled' || reason === 'too_large') return new ModelError(reason);
  if (reason !== undefined) return new ModelError('timeout');
  if (thrown instanceof ModelError) return thrown;
  if (thrown instanceof SyntaxError) return new ModelError('malformed');
  if (isAnswer(thrown)) return errorOfAnswer(thrown);
  return new ModelError(kindOfNetwork(codesOf(thrown)));
}

/** An error that the endpoint answered, and not one of the connection. */
function isAnswer(thrown: unknown): thrown is APIError {
  const library = loadedOpenAi();
  return library !== undefined && thrown instanceof library.APIError && !(thrown instanceof library.APIConnectionError);
}

function errorOfAnswer({ status, error, headers }: APIError): ModelError {
  // An error in the middle of a stream has none.
  if (status === undefined) return new ModelError('server_error', { isOfProtocol: true });
  const retryAfterSeconds = readRetryAfter(headers?.get('retry-after'));
  return new ModelError(kindOfStatus(status), {
    httpStatus: status,
    isOfProtocol: typeof error === 'object' && error !== null,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

function kindOfStatus(status: number): ModelErrorKind {
  if (status >= 300 && status < 400) return 'redirected';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404 || status === 405) return 'not_found';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'server_error' : 'refused_request';
}

/** Seconds or a date (RFC 9110, 10.2.3), to at most a day. */
function readRetryAfter(text: string | null | undefined): number | undefined {
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(86_400, Math.max(1, Math.ceil(seconds))) : undefined;
}

function codesOf(thrown: unknown): string[] {
  if (!(thrown instanceof Error)) return [];
  const own = 'code' in thrown && typeof thrown.code === 'string' ? [thrown.code] : [];
  return [...own, ...codesOf(thrown.cause)];
}

function kindOfNetwork(codes: readonly string[]): ModelErrorKind {
  const has = (pattern: RegExp) => codes.some((code) => pattern.test(code));
  if (has(/^(ENOTFOUND|EAI_\w+)$/)) return 'dns';
  if (has(/^ECONNREFUSED$/)) return 'refused';
  if (has(/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH)|SELF_SIGNED/)) return 'tls';
  if (has(/TIMEOUT|^ETIMEDOUT$/)) return 'timeout';
  return 'unreachable';
}

/** The fault as the caller of the API is told it. */
export function toAppError(fault: ModelError, provider: string, model: string): AppError {
  const { kind, httpStatus, retryAfterSeconds } = fault;
  const whose = `The model provider "${provider}"`;
  const network = (words: string) => new AppError('model_unreachable', `${whose} ${words}`);
  const failed = (words: string) => new AppError('model_failed', `${whose} ${words}`);
  const errors: Record<ModelErrorKind, () => AppError> = {
    cancelled: () => new AppError('generation_cancelled', 'The generation was cancelled.'),
    dns: () => network('has an address that no name server knows.'),
    refused: () => network('refuses the connection: nothing listens there.'),
    tls: () => network('has a certificate that is not trusted, or does not speak TLS.'),
    unreachable: () => network('broke the connection or cannot be reached.'),
    redirected: () => network('redirects to another address; set that one.'),
    timeout: () => new AppError('model_timeout', `${whose} was silent for too long.`),
    unauthorized: () => new AppError('model_key_refused', `${whose} does not take its API key (${httpStatus}).`),
    not_found: () => new AppError('unknown_model', `${whose} has no model "${model}", or no chat completions.`),
    rate_limited: () =>
      new AppError('model_rate_limited', `${whose} takes no more for now.`, {
        retryAfterSeconds: retryAfterSeconds ?? 30,
      }),
    refused_request: () => failed(`refused the request (${httpStatus}).`),
    server_error: () => failed(httpStatus === undefined ? 'broke off with an error.' : `failed (${httpStatus}).`),
    malformed: () => failed('gave an answer that is not of the protocol.'),
    cut_off: () => failed('broke off its answer.'),
    too_large: () => new AppError('answer_too_large', `${whose} gave an answer without an end; it was stopped.`),
  };
  return errors[kind]();
}
