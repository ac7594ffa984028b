import type { IncomingMessage } from 'node:http';
import type { TestDaemon, TestUser } from '../../../support/daemon/test-daemon.ts';
import { type Answer, answerOf, open, type Sending } from '../../../support/network/http-send.ts';
import type { CollectedRequest } from './collection.ts';
import { type Call, prepare } from './fixtures.ts';

/** An event stream stays open; its first part shows that it began. */
const streamPartMs = 1000;
/** No request of the collection takes longer, unless it never answers. */
const answerMs = 60_000;

/**
 * Sends a request of the collection as a new user does who has set the address, the credential, and the variables of what
 * was made before. The account of the examples is replaced with that of the user.
 */
export async function runRequest(
  daemon: TestDaemon,
  request: CollectedRequest,
  requests: readonly CollectedRequest[],
): Promise<Answer> {
  const user = await daemon.newUser();
  const call = callAs(daemon, user);
  const own = requests.find(({ method, segments }) => method === 'PUT' && isItemOf(segments, request));
  if (own !== undefined) await call('PUT', pathOf(own, own.variables), bodyOf(own, user), own.headers);
  const values = { ...request.variables, ...(await prepare(call, request.name)) };
  const answer = await call(request.method, pathOf(request, values), bodyOf(request, user), request.headers);
  if (request.segments.includes('sandboxes') && values.id) await call('DELETE', `/api/v1/sandboxes/${values.id}`);
  return answer;
}

/** Returns true if a request needs an item at this path, which the collection itself can make: `/api/v1/secrets/:name`. */
function isItemOf(item: readonly string[], { method, segments }: CollectedRequest): boolean {
  const isBelow = item.every((segment, index) => segment === segments[index]);
  const isNamed = item.findIndex((segment) => segment.startsWith(':')) === item.length - 1;
  return method !== 'PUT' && isBelow && isNamed;
}

function pathOf({ segments, query }: CollectedRequest, values: Readonly<Record<string, string>>): string {
  const path = segments.map((segment) =>
    segment.startsWith(':') ? encodeURIComponent(values[segment.slice(1)] ?? '') : segment,
  );
  const search = new URLSearchParams(query.map(({ key, value }) => [key, values[key] ?? value]));
  return `/${path.join('/')}${search.size > 0 ? `?${search}` : ''}`;
}

function bodyOf({ body, headers, name }: CollectedRequest, { email, password }: TestUser): unknown {
  if (!body) return undefined;
  if (headers['Content-Type'] !== 'application/json') return Buffer.from(body);
  const isNew = name.endsWith('register');
  const own = { '"me@example.com"': isNew ? `new-${email}` : email, '"correct horse battery"': password };
  let text = body;
  for (const [example, value] of Object.entries(own)) text = text.replaceAll(example, JSON.stringify(value));
  return text;
}

/** Returns how requests are sent with the session of a user. */
function callAs(daemon: TestDaemon, { token }: TestUser) {
  return async (...[method, path, body, headers = {}]: [...Parameters<Call>, Record<string, string>?]) => {
    const type = typeof body === 'string' || body?.constructor === Object ? { 'content-type': 'application/json' } : {};
    const sending: Sending = {
      method,
      path,
      headers: { ...type, ...lowerCase(headers), authorization: `Bearer ${token}` },
    };
    const signal = AbortSignal.timeout(answerMs);
    return readAnswer(await open(daemon.url, { ...sending, signal, ...(body !== undefined && { body }) }));
  };
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Reads an answer to its end, or the first part of an event stream. */
async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const isStream = (response.headers['content-type'] ?? '').startsWith('text/event-stream');
  const timer = isStream ? setTimeout(() => response.destroy(), streamPartMs) : undefined;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk);
  } catch (error) {
    if (!isStream) throw error;
  } finally {
    clearTimeout(timer);
  }
  return answerOf(response, Buffer.concat(chunks));
}
