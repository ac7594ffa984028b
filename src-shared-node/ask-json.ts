import { type Agent, type IncomingMessage, request } from 'node:http';
import type { EndpointSpec } from '../src-shared/endpoint.ts';

interface Asking {
  body?: unknown;
  /** Ends a wait that is too long. */
  signal: AbortSignal;
  /** Whose connection is used, and kept open; without one a new connection is opened and closed. */
  agent?: Agent | undefined;
}

const limitBytes = 1024 * 1024;

/**
 * Asks an open operation that takes no parameters, and gives what a 200 answers, unchecked. No credential goes with it.
 * @throws Error when nobody answers in time, or with anything else
 */
export async function askJson(url: string, spec: EndpointSpec, asking: Asking): Promise<unknown> {
  const response = await open(new URL(spec.path, url), spec.method, asking);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > limitBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  if (response.statusCode !== 200) throw new Error(`${spec.path} answered ${response.statusCode}`);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function open(url: URL, method: string, { body, signal, agent }: Asking): Promise<IncomingMessage> {
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const headers = payload && { 'content-type': 'application/json', 'content-length': String(payload.length) };
  return new Promise((resolve, reject) => {
    // One connection each: a kept one would hold a client up that has nothing left to do.
    const outgoing = request(url, { method, agent: agent ?? false, signal, ...(headers && { headers }) }, resolve);
    outgoing.once('error', reject);
    outgoing.end(payload);
  });
}
