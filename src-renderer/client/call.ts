import { z } from 'zod';
import type { EndpointSpec } from '../../src-shared/endpoint.ts';
import { ApiError } from './api-error.ts';
import { type SendInput, send } from './send.ts';

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Part<Name extends string, Schema> = Schema extends z.ZodType ? { [Key in Name]: InputOf<Schema> } : object;
/** A query's numbers are text on the wire; a caller passes them as numbers. */
type QueryPart<Schema> = Schema extends z.ZodType
  ? { query?: { [Key in keyof z.output<Schema>]?: z.output<Schema>[Key] | undefined } }
  : object;

/** A body of any media type, sent unchanged. */
type BytesPart<Body> = Body extends 'bytes' ? { bytes: Blob | Uint8Array<ArrayBuffer> } : object;

/** The headers that the operation declares. */
type HeaderPart<Schema> = Schema extends z.ZodType ? { headers?: z.input<Schema> } : object;

export type CallInput<Spec extends EndpointSpec> = Part<'params', Spec['params']> &
  QueryPart<Spec['query']> &
  HeaderPart<Spec['headers']> &
  Part<'body', Spec['body']> &
  BytesPart<Spec['body']> & { signal?: AbortSignal; keepalive?: boolean };

type Reply<Spec extends EndpointSpec> = Spec['replies'][keyof Spec['replies']];
export type ReplyOf<Spec extends EndpointSpec> = Reply<Spec> extends z.ZodType ? z.output<Reply<Spec>> : undefined;

/**
 * Calls one operation and returns its response, validated by the contract.
 * @throws ApiError
 */
export async function call<const Spec extends EndpointSpec>(
  spec: Spec,
  input: CallInput<Spec>,
): Promise<ReplyOf<Spec>> {
  const response = await send(spec, input as SendInput);
  const reply = spec.replies[response.status];
  if (!(reply instanceof z.ZodType)) return undefined as ReplyOf<Spec>;
  const parsed = reply.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data as ReplyOf<Spec>;
  throw new ApiError(
    'unreadable',
    'The response of the daemon does not match this interface: their versions may differ. Reload this window.',
  );
}
