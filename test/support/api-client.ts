import { z } from 'zod';
import type { EndpointSpec } from '../../src-shared/endpoint.ts';
import { ErrorBody } from '../../src-shared/error-body.ts';
import { type ErrorCode, errorCatalog } from '../../src-shared/error-catalog.ts';
import { type Answer, type Sending, send } from './network/http-send.ts';

export interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

type Reply<Spec extends EndpointSpec> = Spec['replies'][keyof Spec['replies']];
type ReplyBody<Spec extends EndpointSpec> = Reply<Spec> extends z.ZodType ? z.output<Reply<Spec>> : undefined;

export interface Refusal {
  status: number;
  code: ErrorCode;
  message: string;
  details: { path: string; message: string }[];
  headers: Answer['headers'];
}

export type ApiClient = ReturnType<typeof createApiClient>;

/** Calls the operations of the contract at one daemon with one credential, and checks every answer against its schema. */
export function createApiClient(url: string, credential: Record<string, string> = {}) {
  return {
    url,
    credential,

    /** Returns the body of a successful answer. Any other answer fails the test. */
    async call<Spec extends EndpointSpec>(spec: Spec, input: CallInput = {}): Promise<ReplyBody<Spec>> {
      const answer = await send(url, sendingOf(spec, input, credential));
      const reply = spec.replies[answer.status];
      if (reply === undefined) throw new Error(`${spec.method} ${spec.path}: ${answer.status} ${answer.text}`);
      return (reply instanceof z.ZodType ? reply.parse(answer.json) : undefined) as ReplyBody<Spec>;
    },

    /** Returns the error of a refused call. A successful answer fails the test. */
    async refusal(spec: EndpointSpec, input: CallInput = {}): Promise<Refusal> {
      return readRefusal(await send(url, sendingOf(spec, input, credential)));
    },

    /** Returns the unchecked answer. */
    answer: (spec: EndpointSpec, input: CallInput = {}) => send(url, sendingOf(spec, input, credential)),

    send: (sending: Sending) => send(url, { ...sending, headers: { ...credential, ...sending.headers } }),
    with: (other: Record<string, string>) => createApiClient(url, other),
  };
}

export const asKey = (apiKey: string) => ({ 'x-api-key': apiKey });
export const asBearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Checks an error answer against the catalog: its format, and the status of its code. */
export function readRefusal(answer: Answer): Refusal {
  if (answer.status < 400) throw new Error(`not refused: ${answer.status} ${answer.text.slice(0, 500)}`);
  const { code, message, requestId, details = [] } = ErrorBody.parse(answer.json).error;
  if (errorCatalog[code].status !== answer.status) throw new Error(`${code} came with ${answer.status}`);
  if (requestId === '' || requestId !== answer.headers['x-request-id']) throw new Error('another request id');
  return { status: answer.status, code, message, details, headers: answer.headers };
}

export function sendingOf(spec: EndpointSpec, input: CallInput, credential: Record<string, string> = {}): Sending {
  const { query, body, headers, signal } = input;
  const search = query === undefined ? '' : `?${new URLSearchParams(textOf(query))}`;
  return {
    method: spec.method,
    path: pathOf(spec.path, input.params) + search,
    headers: { ...credential, ...headers },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  };
}

/** Fills in `:name` and `*name`. A missing parameter is replaced by a name that does not exist. */
export function pathOf(template: string, params: Record<string, string> = {}): string {
  return template.replace(/([:*])(\w+)/g, (_, kind: string, name: string) => {
    const value = params[name] ?? 'none-such';
    return kind === '*' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
}

function textOf(query: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
