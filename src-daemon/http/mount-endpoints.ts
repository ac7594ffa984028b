import type { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import { type EndpointSpec, streamOperationOf } from '../../src-shared/endpoint.ts';
import { wholeNumber } from '../../src-shared/fields.ts';
import type { Actor, Client } from '../core/actor.ts';
import type { AccountMemory, Holding } from '../core/memory/ledger.ts';
import { AppError } from '../errors/app-error.ts';
import { encodeWork, noteWork } from '../logging/last-work.ts';
import type { Handler, HandlerInput, Handlers } from './handler.ts';
import { sendReply } from './replies/send-reply.ts';
import { countWaitingBytes, reasonOfClose } from './replies/waiting-bytes.ts';
import { openBodyStream } from './requests/body-stream.ts';
import { readClient } from './requests/client.ts';
import { endWithCredential, type FollowCredential } from './requests/credential-of-stream.ts';
import { readCredentials } from './requests/credentials.ts';
import { parseFields } from './requests/parse-fields.ts';
import { readJsonBody } from './requests/read-json-body.ts';

/** Account id for the memory of operations without a credential. No account has it. */
const noAccount = 0;

/** The dependencies of every group of operations. */
export interface EndpointHost {
  router: Router;
  /** Every operation that was mounted: the OpenAPI document and the API info are made from it. */
  mounted: EndpointSpec[];
  /** @throws AppError `unauthorized`, `forbidden` */
  authenticate(request: Request, access: EndpointSpec['access'], client: Client): Promise<Actor | undefined>;
  /** Absent where every operation is open. */
  followCredential?: FollowCredential;
  /** The ledger of what the daemon holds for accounts, and its clock. Absent where every operation is open. */
  memory?: { of(accountId: number): AccountMemory; now: () => number };
}

/**
 * Mounts the operations of one contract, and those that stream their events: authenticates, validates in, calls, validates
 * out.
 */
export function mountEndpoints<Specs extends Record<string, EndpointSpec>>(
  host: EndpointHost,
  specs: Specs,
  handlers: Handlers<Specs>,
): void {
  for (const [name, spec] of Object.entries(specs)) {
    const handler = handlers[name] as unknown as Handler<EndpointSpec>;
    mountEndpoint(host, spec, handler);
    const streaming = streamOperationOf(spec);
    if (streaming === undefined) continue;
    mountEndpoint(host, streaming, handler);
    // Before a path such as `/processes/:pid` is mounted, which would match `/processes/stream` with its own methods.
    refuseOtherMethods({ router: host.router, mounted: [streaming] });
  }
}

function mountEndpoint(host: EndpointHost, spec: EndpointSpec, handler: Handler<EndpointSpec>): void {
  host.mounted.push(spec);
  const method = spec.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  host.router[method](spec.path, answer(host, spec, handler));
}

/** Answers 405 with Allow for a path that exists with another method; called after the router's last mountEndpoints. */
export function refuseOtherMethods({ router, mounted }: Pick<EndpointHost, 'router' | 'mounted'>): void {
  for (const [path, specs] of Map.groupBy(mounted, (spec) => spec.path)) {
    const allowed = specs.map((spec) => spec.method).join(', ');
    router.all(path, (_request, response) => {
      response.setHeader('Allow', allowed);
      throw new AppError('method_not_allowed', `This path does not support this method. Use ${allowed}.`);
    });
  }
}

function answer(host: EndpointHost, spec: EndpointSpec, handler: Handler<EndpointSpec>): RequestHandler {
  const work = encodeWork(`${spec.method} ${spec.path}`);
  return async (request, response) => {
    response.locals.route = spec.path;
    noteWork('request', work);
    const client = readClient(request);
    const actor = await host.authenticate(request, spec.access, client);
    const memory = actor && countResponse(host, response, actor);
    const held = (memory ?? host.memory?.of(noAccount))?.open();
    try {
      response.locals.accountId = actor?.accountId;
      const input = await readInput({ request, response, spec, client, actor, held });
      noteWork('request', work);
      const result = await handler(input);
      held?.release();
      // The handler did not read the whole body, so the next bytes of the connection are not a request.
      if (spec.body === 'bytes' && !request.complete) response.setHeader('Connection', 'close');
      const stopFollowing = endWithCredential({ response, result, actor, follow: host.followCredential });
      await sendReply({ response, spec, result, memory, signal: input.signal }).finally(stopFollowing);
    } finally {
      held?.release();
      actor?.accountKey.fill(0);
    }
  };
}

/** Counts what waits for the client of a response in the ledger, and returns the memory of the account. */
export function countResponse(
  { memory }: EndpointHost,
  response: Response,
  { accountId }: Actor,
): AccountMemory | undefined {
  if (memory === undefined) return undefined;
  const account = memory.of(accountId);
  countWaitingBytes(response, { memory: account, now: memory.now });
  return account;
}

interface Arrival {
  request: Request;
  response: Response;
  spec: EndpointSpec;
  client: Client;
  actor: Actor | undefined;
  /** Counts the body until the request has its reply. */
  held: Holding | undefined;
}

async function readInput({ request, response, spec, client, actor, held }: Arrival): Promise<HandlerInput> {
  const parsed = parseFields(spec, {
    params: request.params,
    query: request.query,
    headers: readHeaders(request, spec),
    body: await readBody(request, spec, held),
  });
  return {
    ...parsed,
    actor: actor as Actor,
    client,
    signal: signalOf(response),
    requestsStream: requestsStream(request, spec),
    lastEventId: readLastEventId(request),
    credentials: readCredentials(request),
  } as HandlerInput;
}

function requestsStream(request: Request, { stream }: EndpointSpec): boolean {
  if (stream === undefined) return false;
  return stream.always === true || (request.get('accept') ?? '').includes('text/event-stream');
}

async function readBody(request: Request, spec: EndpointSpec, held: Holding | undefined): Promise<unknown> {
  if (spec.body === 'bytes') return openBodyStream(request);
  return takesBody(request, spec) ? readJsonBody(request, { access: spec.access, held }) : undefined;
}

/** The headers that the operation declares, under the names that it gives them. */
function readHeaders(request: Request, { headers }: EndpointSpec): Record<string, string> {
  const names = Object.keys(headers?.shape ?? {});
  return Object.fromEntries(names.map((name) => [name, request.get(name)]).filter(([, value]) => value !== undefined));
}

/** A body that may be absent is read where the headers announce one (RFC 9112, 6.3). */
function takesBody(request: Request, { body }: EndpointSpec): boolean {
  if (body === undefined) return false;
  if (!(body instanceof z.ZodOptional)) return true;
  return request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0;
}

function signalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(reasonOfClose(response));
  });
  if (response.destroyed) controller.abort();
  return controller.signal;
}

function readLastEventId(request: Request): number {
  const header = request.get('last-event-id');
  if (header === undefined || header === '') return 0;
  if (!wholeNumber.test(header))
    throw new AppError(
      'invalid_request',
      'Last-Event-ID must be the id of an event of this stream. Send the last one that you received.',
    );
  return Number(header);
}
