import type { z } from 'zod';
import type { ErrorCode } from './error-catalog.ts';
import type { Scope } from './scopes.ts';

/**
 * Who may call an operation: `open` anyone, `credential` any session or API key, `session` only a session,
 * `refresh` a session token that may be past its hour, `token` a credential in the headers or one in the body, else the
 * scope that the credential must have.
 */
export type Access = 'open' | 'credential' | 'session' | 'refresh' | 'token' | Scope;

/** Whether a request is read before its credential is judged: its body is small then. */
export function isReadBeforeAuthentication(access: Access): access is 'open' | 'refresh' | 'token' {
  return access === 'open' || access === 'refresh' || access === 'token';
}

/** What a 2xx answer carries besides JSON of a schema; `file`: bytes of one of `fileMediaTypes`. */
export type NonJsonReply = 'empty' | 'file' | StreamedText;

/** Text of any length, sent as it is made, as one of these media types. */
export interface StreamedText {
  mediaTypes: readonly string[];
}

export interface EndpointSpec {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` marks a parameter. */
  path: `/${string}`;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  /** The request headers that it reads, by their names as documented; an object whose fields are all optional. */
  headers?: z.ZodObject;
  /** Of JSON; an optional schema lets a request have none. */
  body?: z.ZodType;
  /** One entry for each success status. */
  replies: Readonly<Record<number, z.ZodType | NonJsonReply>>;
  /** The headers of every success. */
  replyHeaders?: z.ZodObject;
  /** With `Accept: text/event-stream` the answer is a stream of these. `always`: it is nothing else. */
  stream?: { events: z.ZodType; always?: boolean };
  /** The errors peculiar to it, besides those that every operation can answer. */
  errors?: readonly ErrorCode[];
}

/** Declares one operation of the HTTP API; the types of its handler and its clients follow from it. */
export function defineEndpoint<const Spec extends EndpointSpec>(spec: Spec): Spec {
  return spec;
}
