import type { IncomingMessage } from 'node:http';
import { Agent, request as sendRequest } from 'node:https';
import type { z } from 'zod';
import { parseJson } from '../../../wire/json.ts';
import { ApiError, errorOfAnswer } from './api-error.ts';
import type { Cluster } from './cluster.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { createRateLimit, type RateLimitOptions } from './rate-limit.ts';

/**
 * The API server of a cluster. Redirects are not followed. Every call rejects with ApiError, ClusterConfigError or the
 * reason of the request's signal.
 */
export interface ClusterApi {
  readonly cluster: Cluster;
  /** Number of requests so far, watches and attached streams included. */
  readonly requestCount: number;
  /** Sends a request and returns its answer, which has at most 4 MiB. */
  call<T>(request: ApiRequest, answer: z.ZodType<T>): Promise<T>;
  /** Sends a GET whose answer is a stream. The time limit is for its head. The caller reads or destroys it. */
  open(request: Omit<ApiRequest, 'method' | 'body'>): Promise<IncomingMessage>;
  /** Returns what a connection of another kind (WebSocket) is opened with, and counts it as a request. */
  prepare(target: ApiTarget, signal?: AbortSignal): Promise<PreparedRequest>;
  /** Returns the error of an answer. Of its body at most 64 KiB are read. Never rejects. */
  readError(answer: IncomingMessage, authorization: string | undefined): Promise<ApiError>;
  /** Closes the connections of all requests. */
  close(): void;
}

export interface ApiTarget {
  /** The parts of the path below the address of the server: `['api', 'v1', 'namespaces', …]`. */
  path: readonly string[];
  query?: Readonly<Record<string, string>>;
}

export interface ApiRequest extends ApiTarget {
  method: 'GET' | 'POST' | 'DELETE';
  body?: object;
  /** Time limit in ms, which begins when the rate limit lets the request pass. */
  limitMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface PreparedRequest {
  url: URL;
  /** The value of the header `authorization`. */
  authorization: string | undefined;
}

const answerLimitBytes = 4 << 20;
const errorLimitBytes = 64 << 10;
const defaultLimitMs = 30_000;
/** Shorter than the 90 s after which API servers close an idle connection. */
const idleMs = 30_000;
const connections = 16;
const defaultRate: RateLimitOptions = { perSecond: 50, burst: 100 };

export function createClusterApi(cluster: Cluster, rate = defaultRate): ClusterApi {
  const agent = new Agent({ ...verifiedTls(cluster), keepAlive: true, timeout: idleMs, maxSockets: connections });
  const limit = createRateLimit(rate);
  let requestCount = 0;

  async function prepare({ path, query = {} }: ApiTarget, signal?: AbortSignal): Promise<PreparedRequest> {
    await limit.take(signal);
    const authorization = await cluster.authorization.current();
    requestCount++;
    const url = new URL(cluster.server);
    const base = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
    url.pathname = base + path.map(encodeURIComponent).join('/');
    url.search = new URLSearchParams(query).toString();
    return { url, authorization };
  }

  async function readError(answer: IncomingMessage, authorization: string | undefined): Promise<ApiError> {
    const { statusCode: status = 0, headers } = answer;
    if (status === 401) cluster.authorization.forget();
    const body = await readBody(answer, errorLimitBytes).catch(() => '');
    return errorOfAnswer({ status, body, retryAfter: headers['retry-after'] }, authorization);
  }

  /** Sends a request and reads its answer of success within the time limit. */
  async function exchange<T>(request: ApiRequest, read: (answer: IncomingMessage) => T | Promise<T>): Promise<T> {
    const prepared = await prepare(request, request.signal);
    const deadline = createDeadline(request.limitMs ?? defaultLimitMs, request.signal);
    try {
      const answer = await send(request, prepared, deadline);
      const { statusCode: status = 0 } = answer;
      if (status < 200 || status > 299) throw await readError(answer, prepared.authorization);
      return await read(answer);
    } catch (error) {
      throw deadline.explain(error);
    } finally {
      deadline.stop();
    }
  }

  function send(request: ApiRequest, { url, authorization }: PreparedRequest, { signal }: Deadline) {
    const body = request.body && JSON.stringify(request.body);
    const headers = {
      ...headersOf(authorization),
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    return new Promise<IncomingMessage>((resolve, reject) => {
      const sent = sendRequest(url, { method: request.method, headers, agent, signal }, resolve);
      sent.on('error', reject);
      sent.end(body);
    });
  }

  return {
    cluster,
    get requestCount() {
      return requestCount;
    },
    call: (request, schema) => exchange(request, async (answer) => readJson(await readBody(answer), schema)),
    open: (request) => exchange({ ...request, method: 'GET' }, (answer) => answer),
    prepare,
    readError,
    close: () => agent.destroy(),
  };
}

/** Explicitly verified, because a variable of the environment can turn the verification off. */
export function verifiedTls({ tls }: Cluster) {
  return { ...tls, rejectUnauthorized: true };
}

export function headersOf(authorization: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    'user-agent': 'strongroom',
    ...(authorization !== undefined && { authorization }),
  };
}

async function readBody(answer: IncomingMessage, limitBytes = answerLimitBytes): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limitBytes) throw new ApiError('bad_answer', 'an answer of the API server is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size).toString('utf8');
}

function readJson<T>(text: string, schema: z.ZodType<T>): T {
  const { success, data } = schema.safeParse(parseJson(text));
  if (!success) throw new ApiError('bad_answer', 'an answer of the API server is not the JSON of its API');
  return data;
}
