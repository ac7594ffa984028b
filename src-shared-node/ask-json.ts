import { type Agent, type IncomingMessage, request } from 'node:http';
import type { EndpointSpec } from '../src-shared/endpoint.ts';

interface RequestOptions {
  body?: unknown;
  /** Cancels the request. */
  signal: AbortSignal;
  /** Agent whose connection is used and stays open. Without an agent, a new connection is opened and closed. */
  agent?: Agent | undefined;
  /**
   * Socket of the agent's connection. An editor may replace `http.request` by one that gives a request another agent; it
   * leaves requests to a socket alone.
   */
  socketPath?: string | undefined;
}

const limitBytes = 1024 * 1024;

/**
 * Calls an operation that needs no credential and no parameters, and returns the body of a 200 response without
 * validation.
 * @throws Error if there is no response, or another status
 */
export async function askJson(url: string, spec: EndpointSpec, options: RequestOptions): Promise<unknown> {
  const response = await open(new URL(spec.path, url), spec.method, options);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > limitBytes) throw new Error(`the answer exceeds ${limitBytes} bytes`);
    chunks.push(chunk);
  }
  if (response.statusCode !== 200) throw new Error(`${spec.path} answered ${response.statusCode}`);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function open(url: URL, method: string, { body, signal, agent, socketPath }: RequestOptions): Promise<IncomingMessage> {
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const headers = payload && { 'content-type': 'application/json', 'content-length': String(payload.length) };
  return new Promise((resolve, reject) => {
    // A connection that stays open would delay the exit of the client.
    const options = {
      method,
      agent: agent ?? false,
      signal,
      ...(headers && { headers }),
      ...(socketPath && { socketPath }),
    };
    const outgoing = request(url, options, resolve);
    outgoing.once('error', reject);
    outgoing.end(payload);
  });
}
