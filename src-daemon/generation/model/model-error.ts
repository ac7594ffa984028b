import type { APIError } from 'openai';
import { AppError } from '../../errors/app-error.ts';
import type { Deadline } from './deadline.ts';
import { loadedOpenAi } from './openai-package.ts';
import { type Confidential, isPage, quoteText, reasonOf } from './provider-reason.ts';

/** Ways in which a conversation with an endpoint can fail. */
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
  | 'page'
  | 'empty'
  | 'cut_off'
  | 'too_large';

interface Facts {
  httpStatus?: number;
  isOfProtocol?: boolean;
  retryAfterSeconds?: number;
  /** Text of the endpoint, as it came. */
  reason?: string | undefined;
}

/**
 * Failure of a conversation. The text of the endpoint may repeat the key or the prompt, so it is a private field, which no
 * log can contain.
 */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  readonly httpStatus: number | undefined;
  /** The reply contained an error in the form of the OpenAI protocol. */
  readonly isOfProtocol: boolean;
  readonly retryAfterSeconds: number | undefined;
  readonly #reason: string | undefined;

  constructor(kind: ModelErrorKind, facts: Facts = {}) {
    super(`the model endpoint: ${kind}`);
    this.name = 'ModelFault';
    this.kind = kind;
    this.httpStatus = facts.httpStatus;
    this.isOfProtocol = facts.isOfProtocol ?? false;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.#reason = facts.reason;
  }

  /** Returns a sentence with the reason of the endpoint, masked and bounded; empty if it gave none. */
  reason(confidential: Confidential): string {
    if (this.#reason === undefined) return '';
    return isPage(this.#reason) ? ' It sent a web page.' : ` It said: ${quoteText(this.#reason, confidential)}`;
  }
}

/** Converts an error that a conversation has thrown. */
export function toModelError(thrown: unknown, deadline: Deadline): ModelError {
  const reason = deadline.reason();
  if (reason === 'cancelled' || reason === 'too_large') return new ModelError(reason);
  if (reason !== undefined) return new ModelError('timeout');
  if (thrown instanceof ModelError) return thrown;
  if (thrown instanceof SyntaxError) return new ModelError('malformed');
  if (isAnswer(thrown)) return errorOfAnswer(thrown);
  return new ModelError(kindOfNetwork(codesOf(thrown)));
}

/** Returns true for an error reply of the endpoint, and false for an error of the connection. */
function isAnswer(thrown: unknown): thrown is APIError {
  const library = loadedOpenAi();
  return library !== undefined && thrown instanceof library.APIError && !(thrown instanceof library.APIConnectionError);
}

function errorOfAnswer({ status, error, message, headers }: APIError): ModelError {
  // An error within a stream has no status.
  if (status === undefined) return new ModelError('server_error', { isOfProtocol: true, reason: reasonOf(error) });
  const retryAfterSeconds = readRetryAfter(headers?.get('retry-after'));
  return new ModelError(kindOfStatus(status), {
    httpStatus: status,
    isOfProtocol: typeof error === 'object' && error !== null,
    // The library has the text of a reply that is not JSON after the status.
    reason: error === undefined ? textAfterStatus(message, status) : reasonOf(error),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

function textAfterStatus(message: string, status: number): string | undefined {
  const text = message.startsWith(`${status} `) ? message.slice(`${status} `.length) : '';
  return text === 'status code (no body)' ? undefined : reasonOf(text);
}

function kindOfStatus(status: number): ModelErrorKind {
  if (status >= 300 && status < 400) return 'redirected';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404 || status === 405) return 'not_found';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'server_error' : 'refused_request';
}

/** Reads seconds or a date (RFC 9110, 10.2.3), limited to one day. */
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

interface ErrorContext {
  /** Id of the provider. */
  provider: string;
  model: string;
  confidential: Confidential;
}

/** Converts the failure to the error that the API returns. */
export function toAppError(fault: ModelError, { provider, model, confidential }: ErrorContext): AppError {
  const { kind, httpStatus, retryAfterSeconds } = fault;
  const reason = fault.reason(confidential);
  const whose = `The model provider "${provider}"`;
  const unreachable = (text: string) => new AppError('model_unreachable', `${whose} ${text}`);
  const failed = (text: string) => new AppError('model_failed', `${whose} ${text}`);
  const errors: Record<ModelErrorKind, () => AppError> = {
    cancelled: () => new AppError('generation_cancelled', 'The generation was cancelled.'),
    dns: () => unreachable('has an unknown host name. Check its address.'),
    refused: () => unreachable('refuses the connection: no server listens at its address. Start the server.'),
    tls: () => unreachable('has an untrusted certificate, or does not support TLS.'),
    unreachable: () => unreachable('closed the connection or cannot be reached.'),
    redirected: () => unreachable('redirects to another address. Set that address for it.'),
    timeout: () =>
      new AppError('model_timeout', `${whose} sent nothing for too long. Raise its time limit, or use a faster model.`),
    unauthorized: () =>
      new AppError('model_key_refused', `${whose} rejects its API key (HTTP ${httpStatus}).${reason} Set another key.`),
    not_found: () =>
      new AppError('unknown_model', `${whose} has no model "${model}", or no chat completions.${reason}`),
    rate_limited: () =>
      new AppError('model_rate_limited', `${whose} accepts no more requests now.${reason} Try again later.`, {
        retryAfterSeconds: retryAfterSeconds ?? 30,
      }),
    refused_request: () => failed(`refused the request (HTTP ${httpStatus}).${reason}`),
    server_error: () =>
      failed(`${httpStatus === undefined ? 'answered with an error.' : `failed (HTTP ${httpStatus}).`}${reason}`),
    malformed: () => failed('sent an answer that does not follow the OpenAI protocol.'),
    page: () =>
      failed(
        'answered with a web page instead of the OpenAI protocol. Check its address: it must be that of the API, ' +
          'which can differ from that of the web site.',
      ),
    empty: () => failed('sent an empty answer. See the log of that server, or use another model.'),
    cut_off: () => failed('closed the connection before the end of its answer.'),
    too_large: () =>
      new AppError(
        'answer_too_large',
        `${whose} sent too large an answer, which was stopped. Request a shorter program, or use another model.`,
      ),
  };
  return errors[kind]();
}
