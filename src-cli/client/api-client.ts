import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import type { EndpointSpec } from '../../src-shared/endpoint.ts';
import { ErrorBody } from '../../src-shared/error-body.ts';
import { ApiRefusal, CliError } from '../cli-error.ts';
import { type ReceivedEvent, readEvents } from './event-stream.ts';
import { open, type RequestedDaemon, readBody } from './send.ts';

type In<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Reply<Spec extends EndpointSpec> = Spec['replies'][keyof Spec['replies']];

/** Input of a call: the parts that the operation declares. */
export type CallInput<Spec extends EndpointSpec> = (Spec extends { params: z.ZodType }
  ? { params: In<Spec['params']> }
  : unknown) &
  (Spec extends { body: z.ZodType } ? { body: In<Spec['body']> } : unknown) &
  (Spec extends { body: 'bytes' } ? { bytes: AsyncIterable<Uint8Array> } : unknown) & {
    query?: Record<string, string | number | undefined> | undefined;
    headers?: Record<string, string>;
    signal?: AbortSignal | undefined;
  };

/** Body of a successful response. */
export type CallOutput<Spec extends EndpointSpec> = Reply<Spec> extends z.ZodType ? z.output<Reply<Spec>> : undefined;

export interface ApiClient {
  readonly target: RequestedDaemon;
  /** Headers with the credential. */
  readonly credential: Readonly<Record<string, string>>;
  /** Returns a client for the same daemon with another credential. */
  with(credential: Record<string, string>): ApiClient;
  /** Returns the body of a successful response in the form of its schema. @throws ApiRefusal, CliError */
  call<Spec extends EndpointSpec>(spec: Spec, input: CallInput<Spec>): Promise<CallOutput<Spec>>;
  /** Returns the events of a streaming operation. @throws ApiRefusal, CliError */
  stream<Spec extends EndpointSpec>(spec: Spec, input: CallInput<Spec>): AsyncGenerator<ReceivedEvent>;
  /** Returns the response unparsed, for files and exports. @throws ApiRefusal, CliError */
  download<Spec extends EndpointSpec>(spec: Spec, input: CallInput<Spec>): Promise<IncomingMessage>;
}

interface ClientOptions {
  /** Headers with the credential. */
  credential?: Record<string, string>;
  /** Adds the next step to a refusal. `body` is that of the refused request. */
  explain?: (refusal: ApiRefusal, body: unknown) => ApiRefusal | Promise<ApiRefusal>;
}

/** Creates a client for the operations of one daemon with one credential. */
export function createApiClient(
  target: RequestedDaemon,
  { credential = {}, explain = (refusal) => refusal }: ClientOptions = {},
): ApiClient {
  async function answer(spec: EndpointSpec, input: LooseInput, accept?: string): Promise<IncomingMessage> {
    const response = await open(target, {
      method: spec.method,
      path: fillPath(spec.path, input.params) + searchOf(input.query),
      headers: { ...credential, ...(accept && { accept }), ...input.headers },
      ...(spec.body === 'bytes' ? { bytes: input.bytes } : spec.body && { body: input.body ?? {} }),
      signal: input.signal,
    });
    if ((response.statusCode ?? 0) >= 400) {
      const refusal = await refusalOf(response);
      if (!(refusal instanceof ApiRefusal)) throw refusal;
      throw await explain(await renameFields(spec, refusal), input.body);
    }
    return response;
  }

  return {
    target,
    credential,
    with: (other) => createApiClient(target, { credential: other }),
    call: async (spec, input) => {
      const response = await answer(spec, input as LooseInput);
      const body = await readBody(response);
      const reply = spec.replies[response.statusCode ?? 0];
      // Other content than JSON is downloaded.
      if (typeof reply !== 'object') return undefined as never;
      return readReply(target, reply as z.ZodType, body) as never;
    },
    stream: async function* (spec, input) {
      for await (const received of readEvents(await answer(spec, input as LooseInput, 'text/event-stream')))
        yield received.event === 'error' ? await renameFieldsOfEvent(spec, received) : received;
    },
    download: (spec, input) => answer(spec, input as LooseInput, '*/*'),
  };
}

interface LooseInput {
  params?: Record<string, string | string[]>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  bytes?: AsyncIterable<Uint8Array>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Replaces `:name` and `*path` by the percent-encoded parameters. */
function fillPath(template: string, params: Record<string, string | string[]> = {}): string {
  return template.replace(/[:*](\w+)/g, (_, name: string) => {
    const value = params[name] ?? '';
    return Array.isArray(value) ? value.map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
}

function searchOf(query: LooseInput['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(given))}`;
}

/** Returns a reply in the form of its schema. No schema of a reply changes what it checks, so it can be left out (event-of.ts). */
function readReply({ isSameVersion }: RequestedDaemon, schema: z.ZodType, body: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isSameVersion ? value : schema.parse(value);
  } catch (cause) {
    throw unexpected(cause);
  }
}

async function refusalOf(response: IncomingMessage): Promise<ApiRefusal | CliError> {
  const body = await readBody(response);
  try {
    return new ApiRefusal(response.statusCode ?? 0, ErrorBody.parse(JSON.parse(body.toString('utf8'))));
  } catch (cause) {
    return unexpected(cause);
  }
}

/** Names the fields of a refusal as the command line does. The names are loaded only then, because most commands are not refused. */
async function renameFields(spec: EndpointSpec, refusal: ApiRefusal): Promise<ApiRefusal> {
  const { explainFields } = await import('../field-names/explain-fields.ts');
  return explainFields(spec, refusal);
}

/** Does the same for the refusal in an event of a stream. */
async function renameFieldsOfEvent(spec: EndpointSpec, received: ReceivedEvent): Promise<ReceivedEvent> {
  const { data: body } = ErrorBody.safeParse(received.data);
  if (body === undefined) return received;
  const { message } = await renameFields(spec, new ApiRefusal(0, body));
  return { ...received, data: { error: { ...body.error, message } } };
}

function unexpected(cause: unknown): CliError {
  const message = 'The daemon sent a response that this version of the command cannot read. Restart the daemon.';
  return new CliError('unexpected_answer', message, { cause });
}
