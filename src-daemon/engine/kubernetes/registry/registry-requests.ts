import type { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { machineRoots } from '../../../egress/trust/machine-roots.ts';
import { hubHosts, type RegistryCredentials } from '../../credential/registry-credentials.ts';
import { basicAuthorization, readChallenge, readToken, tokenRequest } from './registry-authorization.ts';
import { errorOfStatus, RegistryError } from './registry-error.ts';

export interface RegistryAddress {
  /** `host[:port]` */
  host: string;
  /** Name of the repository: `team/strongroom-sandbox`. */
  repository: string;
}

export interface RegistryRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** An address of the registry, or one that it has named. */
  url: URL;
  headers?: Readonly<Record<string, string>>;
  /** A stream is sent as it comes, and only once. */
  body?: string | Buffer | Readable;
  /** Time limit of the answer, in ms; 60 s by default. That of a stream begins when all of it was sent. */
  limitMs?: number;
  signal: AbortSignal;
}

export type RegistryAnswer = Dispatcher.ResponseData;

/** The requests to one repository of a registry, with its authorization. */
export interface RegistryRequests {
  /** Returns the address of something of the repository: `manifests/sha256:…`. */
  urlOf(path: string): URL;
  /**
   * Sends a request. The answer can have any status; the caller reads or discards its body.
   * @throws RegistryError; the signal's reason
   */
  send(request: RegistryRequest): Promise<RegistryAnswer>;
  close(): Promise<void>;
}

const answerLimitMs = 60_000;
const longestLimitMs = 600_000;
const tokenLimitBytes = 64 << 10;
/** The host of the API of Docker Hub. */
const hubApi = 'registry-1.docker.io';

/** Opens a repository. Nothing is sent before the first request. */
export async function openRegistry(
  { host, repository }: RegistryAddress,
  credentials: RegistryCredentials | undefined,
): Promise<RegistryRequests> {
  const { Agent, request: sendRequest } = await import('undici');
  const agent = new Agent({
    // Explicitly verified, because a variable of the environment can turn the verification off.
    connect: { ca: [...rootCertificates, ...machineRoots()], rejectUnauthorized: true },
    headersTimeout: longestLimitMs,
    bodyTimeout: answerLimitMs,
  });
  const base = new URL(`${isLoopback(host) ? 'http' : 'https'}://${hubHosts.includes(host) ? hubApi : host}/`);
  let authorization: string | undefined;

  async function sendOnce({
    method,
    url,
    headers,
    body,
    signal,
    limitMs = answerLimitMs,
  }: RegistryRequest): Promise<RegistryAnswer> {
    // Another address, for example of a store of large files, gets no credential.
    const isOwn = url.origin === base.origin;
    if (!isOwn && url.protocol !== 'https:')
      throw new RegistryError('bad_answer', 'the registry names an address without TLS');
    const limit = isStream(body) ? signal : AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    try {
      return await sendRequest(url, {
        ...{ method, dispatcher: agent, signal: limit, body: body ?? null },
        headers: {
          'user-agent': 'strongroom',
          ...headers,
          ...(isOwn && authorization !== undefined && { authorization }),
        },
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw new RegistryError('unreachable', `the registry ${host} could not be reached`, { cause });
    }
  }

  async function authorize(header: string | undefined, { method, signal }: RegistryRequest): Promise<boolean> {
    const challenge = readChallenge(header);
    const before = authorization;
    if (challenge?.scheme === 'basic') authorization = basicAuthorization(credentials);
    else if (challenge?.scheme === 'bearer') {
      // Some token services refuse a request as a whole if one of its rights is missing.
      const scope = `repository:${repository}:pull,push${method === 'DELETE' ? ',delete' : ''}`;
      const request = tokenRequest(challenge, { registry: base, scope, credentials });
      authorization = undefined;
      const answer = await sendOnce({ ...request, signal });
      if (answer.statusCode !== 200) {
        await discard(answer);
        throw errorOfStatus(answer.statusCode, 'the request for a token');
      }
      authorization = `Bearer ${readToken((await readAnswer(answer, tokenLimitBytes)).toString('utf8'))}`;
    }
    return authorization !== undefined && authorization !== before;
  }

  return {
    urlOf: (path) => new URL(`/v2/${repository}/${path}`, base),
    send: async (request) => {
      const answer = await sendOnce(request);
      // A challenge of another address would have the credentials sent to where it says.
      const isOwn = request.url.origin === base.origin;
      if (answer.statusCode !== 401 || !isOwn || isStream(request.body)) return answer;
      const { 'www-authenticate': header } = answer.headers;
      await discard(answer);
      if (!(await authorize(typeof header === 'string' ? header : header?.[0], request)))
        throw errorOfStatus(answer.statusCode, 'a request');
      return await sendOnce(request);
    },
    close: () => agent.destroy(),
  };
}

/** Reads the body of an answer. @throws RegistryError if it is too large or cut off */
export async function readAnswer({ body }: RegistryAnswer, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limitBytes) throw new RegistryError('bad_answer', 'an answer of the registry is too large');
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof RegistryError) throw cause;
    throw new RegistryError('unreachable', 'an answer of the registry was cut off', { cause });
  }
  return Buffer.concat(chunks, size);
}

/** Frees the connection of an answer whose body is not needed. Never rejects. */
export async function discard({ body }: RegistryAnswer): Promise<void> {
  await body.dump().catch(() => {});
}

function isStream(body: RegistryRequest['body']): body is Readable {
  return body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
}

/** Docker, too, takes a registry at a loopback address without TLS. */
function isLoopback(host: string): boolean {
  const [name = ''] = host.split(':', 1);
  return name === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(name);
}
