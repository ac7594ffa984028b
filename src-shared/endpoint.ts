import type { z } from 'zod';
import type { ErrorCode } from './error-catalog.ts';
import type { Scope } from './scopes.ts';

/**
 * The credential that an operation requires:
 * - `open`: none;
 * - `credential`: any session or API key;
 * - `session`: a session;
 * - `refresh`: a session token, which may have expired up to 7 days ago;
 * - `token`: a credential in the headers, or one in the body;
 * - a scope: any credential that has this scope.
 */
export type Access = 'open' | 'credential' | 'session' | 'refresh' | 'token' | Scope;

/** Returns true if the body is read before the credential is checked. Such a body is limited to 64 KiB. */
export function isReadBeforeAuthentication(access: Access): access is 'open' | 'refresh' | 'token' {
  return access === 'open' || access === 'refresh' || access === 'token';
}

/** Content of a 2xx reply that is not JSON; `file`: bytes of one of `fileMediaTypes`. */
export type NonJsonReply = 'empty' | 'file' | StreamedText;

/** Text of any length, sent in chunks while it is produced, in one of these media types. */
export interface StreamedText {
  mediaTypes: readonly string[];
}

export interface EndpointSpec {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with its parameters as `:name`. */
  path: `/${string}`;
  tag: string;
  summary: string;
  description: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  /** Request headers that the operation reads, by their documented names; all fields are optional. */
  headers?: z.ZodObject;
  /**
   * Schema of the JSON body; an optional schema allows a request without a body. `bytes`: content of any media type, which
   * the handler reads as a stream.
   */
  body?: z.ZodType | 'bytes';
  /** Reply for each success status. */
  replies: Readonly<Record<number, z.ZodType | NonJsonReply>>;
  /** Headers of every successful reply. */
  replyHeaders?: z.ZodObject;
  /**
   * Events of a streamed reply. They answer requests with `Accept: text/event-stream`, and every request to the operation of
   * `streamOperationOf`. With `always` they answer every request; with `mixed` the protocol of the operation chooses the
   * form of each reply.
   */
  stream?: { events: z.ZodType; always?: boolean; mixed?: boolean };
  /** Errors of this operation, in addition to those of every operation. */
  errors?: readonly ErrorCode[];
  /** Errors in the form of the protocol that the operation speaks, next to those of the API with the same status. */
  protocolErrors?: { statuses: readonly number[]; schema: z.ZodType; description: string };
}

/** Declares one operation of the HTTP API. The types of its handler and its clients are derived from it. */
export function defineEndpoint<const Spec extends EndpointSpec>(spec: Spec): Spec {
  return spec;
}

/**
 * Returns the operation that answers every request with the events of `spec`, at the path followed by `/stream`. It lets
 * the document name one media type for each operation, which generated clients need for plain types. Undefined if the
 * operation has no events, or chooses the form of its reply in another way.
 */
export function streamOperationOf(spec: EndpointSpec): EndpointSpec | undefined {
  const { method, path, summary, stream, replies } = spec;
  if (stream === undefined || stream.always || stream.mixed) return undefined;
  return {
    ...spec,
    path: `${path}/stream`,
    summary: `${summary}: event stream`,
    description: `Takes the request of \`${method} ${path}\`, and answers with its events.`,
    // A reply of another status is the same answer as JSON, unless the operation has one of status 200.
    replies: 200 in replies ? { ...replies, 200: 'empty' } : { 200: 'empty' },
    stream: { ...stream, always: true },
  };
}
