import { createHash } from 'node:crypto';
import { errorOfStatus, RegistryError } from './registry-error.ts';
import { discard, type RegistryAnswer, type RegistryRequest, type RegistryRequests } from './registry-requests.ts';

/** A request to a repository: what it is for, and which statuses its answer can have. */
export interface Question extends Omit<RegistryRequest, 'signal'> {
  /** Ends the message of an error: `the upload of a layer`. */
  what: string;
  statuses: readonly number[];
}

/** Sends a request, and returns its answer. @throws RegistryError, also for any other status; the signal's reason */
export type Ask = (question: Question) => Promise<RegistryAnswer>;

/** @param signal ends all requests */
export function createAsk(requests: RegistryRequests, signal: AbortSignal): Ask {
  return async ({ what, statuses, ...request }) => {
    const answer = await requests.send({ ...request, signal });
    if (statuses.includes(answer.statusCode)) return answer;
    await discard(answer);
    throw errorOfStatus(answer.statusCode, what);
  };
}

/** Returns the digest of bytes: `sha256:…`. */
export function digestOf(content: Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** @throws RegistryError */
export function checkDigest(content: Buffer, digest: string): Buffer {
  if (digestOf(content) !== digest) throw new RegistryError('bad_answer', 'the registry answered with other content');
  return content;
}

/** Returns the address to go on at. @throws RegistryError if there is none */
export function locationOf(answer: RegistryAnswer, from: URL): URL {
  const location = headerOf(answer, 'location');
  const url = location ? URL.parse(location, from.href) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new RegistryError('bad_answer', 'the registry named no address to go on at');
  return url;
}

/** Reads `link: </v2/…?last=…>; rel="next"` (RFC 5988). Only the registry itself has a next page. */
export function nextPage(answer: RegistryAnswer, from: URL): URL | undefined {
  const link = headerOf(answer, 'link') ?? '';
  const [start, end] = [link.indexOf('<'), link.indexOf('>')];
  if (start !== 0 || end === -1 || !link.includes('rel="next"')) return undefined;
  const url = URL.parse(link.slice(1, end), from.href);
  // A registry behind a proxy can name itself by another address.
  return url === null ? undefined : new URL(`${url.pathname}${url.search}`, from);
}

export function headerOf({ headers }: RegistryAnswer, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}
