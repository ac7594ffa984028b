import { setTimeout as sleep } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import type { EnvHttpProxyAgent, Response } from 'undici';
import type { PackageSource } from '../../../egress/index-hosts.ts';
import { ClosedAddressError, type ClosedAddresses, createClosedAddresses } from './closed-addresses.ts';

/** An index did not answer, or answered with an error. */
export class IndexUnreachableError extends Error {
  /** HTTP status of the last answer; undefined if there was none. */
  readonly status: number | undefined;

  constructor(status?: number, cause?: unknown) {
    super('a package index could not be reached', { cause });
    this.name = 'IndexUnreachableError';
    this.status = status;
  }
}

/** An answer or a download exceeded its limit. */
export class TooMuchError extends Error {
  constructor() {
    super('an answer of a package index is too large');
    this.name = 'TooMuchError';
  }
}

export interface WholeAnswer {
  text: string;
  contentType: string;
  /** Address after redirects: relative links are resolved against it. */
  url: URL;
}

export interface IndexHttp {
  /**
   * Returns the answer to a GET, or undefined for 404 and 410. The caller must read or cancel its body.
   * @throws IndexUnreachableError, ClosedAddressError; the signal's reason
   */
  get(url: URL, accept: string): Promise<Response | undefined>;
  /** Reads a whole answer. @throws IndexUnreachableError, ClosedAddressError, TooMuchError; the signal's reason */
  read(url: URL, accept: string, limitBytes: number): Promise<WholeAnswer | undefined>;
  /** Returns true if an answer is authentic: the address uses TLS, or its host is one of the trusted hosts. */
  isTrusted(url: URL): boolean;
  /** Returns true if an address may be requested: its host is one of an index of the source. */
  isOwnHost(url: URL): boolean;
  close(): Promise<void>;
}

const connectMs = 10_000;
const silenceMs = 20_000;
const redirects = 5;
const pausesMs = [500, 1500];

/**
 * Creates an HTTP client with the settings of a package source: proxy, additional certificate authorities, credentials.
 * The library is loaded here, because most daemons install nothing into the embedded engine.
 */
export async function createIndexHttp(source: PackageSource, signal: AbortSignal): Promise<IndexHttp> {
  const { buildConnector, EnvHttpProxyAgent, fetch } = await import('undici');
  const trusted = new Set(source.trustedHosts ?? []);
  const isTrustedHost = ({ host, hostname }: URL) => trusted.has(host) || trusted.has(hostname);
  const closed = createClosedAddresses(source, buildConnector);
  const checked = new EnvHttpProxyAgent(agentOptions(source, closed, true));
  const unchecked = new EnvHttpProxyAgent(agentOptions(source, closed, false));
  const credentials = credentialsOf([source.indexUrl ?? '', ...(source.extraIndexUrls ?? [])]);
  const isTrusted = (url: URL) => url.protocol === 'https:' || isTrustedHost(url);

  async function once(first: URL, accept: string): Promise<Response> {
    let url = first;
    for (let hops = 0; hops <= redirects; hops++) {
      closed.checkHost(url);
      if (!isTrusted(url)) throw new IndexUnreachableError();
      const authorization = credentials.get(url.origin);
      const dispatcher = isTrustedHost(url) ? unchecked : checked;
      const headers = { accept, 'user-agent': 'strongroom', ...(authorization && { authorization }) };
      const response = await fetch(bare(url), { dispatcher, headers, redirect: 'manual', signal }).catch(throwCause);
      const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
      const target = next === null ? null : URL.parse(next, url.href);
      if (target === null) return response;
      await response.body?.cancel();
      url = target;
    }
    throw new IndexUnreachableError();
  }

  async function get(url: URL, accept: string): Promise<Response | undefined> {
    const response = await retried(() => once(url, accept), signal);
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410) return undefined;
    throw new IndexUnreachableError(response.status);
  }

  async function read(url: URL, accept: string, limitBytes: number): Promise<WholeAnswer | undefined> {
    return await retried(async () => {
      const response = await get(url, accept);
      if (response === undefined) return undefined;
      const chunks: Uint8Array[] = [];
      for await (const chunk of readBody(response, limitBytes)) chunks.push(chunk);
      const contentType = response.headers.get('content-type') ?? '';
      return { text: Buffer.concat(chunks).toString('utf8'), contentType, url: new URL(response.url || url) };
    }, signal);
  }

  return {
    get,
    read,
    isTrusted,
    isOwnHost: closed.isOwnHost,
    close: async () => void (await Promise.all([checked.destroy(), unchecked.destroy()])),
  };
}

/**
 * Repeats an attempt that failed because of the network or the server.
 * @throws IndexUnreachableError; the signal's reason
 */
export async function retried<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await attempt();
      const { status = 0 } = (answer ?? {}) as { status?: number };
      const isPassing = status >= 500;
      if (!isPassing || tries >= pausesMs.length) return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (isFinal(error)) throw error;
      if (tries >= pausesMs.length) throw new IndexUnreachableError(undefined, error);
    }
    await sleep(pausesMs[tries] ?? 0, undefined, { signal });
  }
}

/** Returns true if a repetition cannot help, for example if the disk is full. */
function isFinal(error: unknown): boolean {
  const { syscall } = error as NodeJS.ErrnoException;
  return (
    error instanceof TooMuchError ||
    error instanceof IndexUnreachableError ||
    error instanceof ClosedAddressError ||
    syscall === 'write' ||
    syscall === 'open'
  );
}

/** Yields the bytes of an answer, at most `limitBytes`. @throws TooMuchError; undici's errors if it is truncated */
export async function* readBody(response: Response, limitBytes: number): AsyncGenerator<Uint8Array> {
  let left = limitBytes;
  for await (const chunk of response.body ?? []) {
    left -= chunk.length;
    if (left < 0) throw new TooMuchError();
    yield chunk;
  }
}

/** Throws a connector's ClosedAddressError, which fetch wraps. */
function throwCause(error: unknown): never {
  const { cause } = error as { cause?: unknown };
  throw cause instanceof ClosedAddressError ? cause : error;
}

function agentOptions(
  { proxy = '', noProxy = '', certificates }: PackageSource,
  closed: ClosedAddresses,
  rejectUnauthorized: boolean,
): EnvHttpProxyAgent.Options {
  const ca = [...rootCertificates, ...(certificates === '' ? [] : [certificates])];
  const tls = { ca, rejectUnauthorized };
  return {
    // Empty, not absent: otherwise undici would use the proxy variables of this process.
    ...{ httpProxy: proxy, httpsProxy: proxy, noProxy, proxyTunnel: false },
    ...{ connect: closed.guard({ ...tls, timeout: connectMs }), requestTls: tls, proxyTls: { ca } },
    ...{ headersTimeout: silenceMs, bodyTimeout: silenceMs },
  };
}

/** Returns the credentials in the addresses of indexes, by origin. */
function credentialsOf(addresses: readonly string[]): Map<string, string> {
  const urls = addresses.flatMap((address) => URL.parse(address) ?? []).filter(({ username }) => username !== '');
  return new Map(
    urls.map(({ origin, username, password }) => {
      const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
      return [origin, `Basic ${Buffer.from(pair).toString('base64')}`];
    }),
  );
}

function bare(url: URL): URL {
  const copy = new URL(url);
  copy.username = '';
  copy.password = '';
  copy.hash = '';
  return copy;
}
