import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { sendBytes } from '../../../src-cli/client/send-bytes.ts';

export interface Sending {
  method?: string;
  /** With its query string. */
  path: string;
  headers?: Record<string, string>;
  /** Text and bytes are sent unchanged, an async iterable in chunks, other values as JSON. */
  body?: unknown;
  signal?: AbortSignal;
}

/** The address of a daemon: the port of `url`, unless a socket or another address is given. */
export interface DaemonAddress {
  url: string;
  socketPath?: string;
  /** `::1`, for example; the Host header is then `localhost`. */
  address?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** The parsed body, if it is JSON. */
  json: unknown;
}

/** Sends one HTTP request with exactly the given headers. `fetch` does not allow a test to set Host or Origin. */
export async function send(target: string | DaemonAddress, sending: Sending): Promise<Answer> {
  const response = await open(target, sending);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return answerOf(response, Buffer.concat(chunks));
}

/** Returns an answer whose body, or a part of it, was read. */
export function answerOf(response: IncomingMessage, bytes: Buffer): Answer {
  const text = bytes.toString('utf8');
  const isJson = (response.headers['content-type'] ?? '').startsWith('application/json');
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    bytes,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

/** Sends a request and resolves when the headers of the response have arrived. */
export function open(target: string | DaemonAddress, { method = 'GET', path, headers = {}, body, signal }: Sending) {
  const raw = bodyOf(body);
  const typed = raw === undefined ? headers : { ...describe(raw), ...headers };
  return new Promise<IncomingMessage>((resolve, reject) => {
    // Each request has its own connection, so that tests do not affect each other.
    const agent = new Agent({ keepAlive: false });
    // Not with `new URL`, which would remove the `..` of a hostile path.
    const { url, socketPath, address }: DaemonAddress = typeof target === 'string' ? { url: target } : target;
    const { hostname, port } = new URL(url);
    const outgoing = request(
      {
        hostname: address ?? hostname,
        port,
        path,
        method,
        agent,
        headers: { ...(address && { host: `localhost:${port}` }), ...typed },
        ...(socketPath && { socketPath }),
        ...(signal && { signal }),
      },
      resolve,
    );
    outgoing.on('error', reject);
    if (isChunks(body)) sendBytes(outgoing, body).catch(reject);
    else outgoing.end(raw);
  });
}

/** Returns the headers of a body, with its length, which Node omits for methods that usually have no body. */
function describe(raw: string | Uint8Array): Record<string, string> {
  return { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(raw)) };
}

function bodyOf(body: unknown): string | Uint8Array | undefined {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return body;
  if (isChunks(body)) return undefined;
  return JSON.stringify(body);
}

function isChunks(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
