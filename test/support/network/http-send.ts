import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

export interface Sending {
  method?: string;
  /** With its query string. */
  path: string;
  headers?: Record<string, string>;
  /** Text and bytes go as they are, all else as JSON. */
  body?: unknown;
  signal?: AbortSignal;
}

/** Where a daemon is asked: at the port of its address, unless one of the others is named. */
export interface Place {
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
  /** Parsed where it is JSON. */
  json: unknown;
}

/** One request over real HTTP, headers exactly as given: fetch would not let a test lie about Host or Origin. */
export async function send(place: string | Place, sending: Sending): Promise<Answer> {
  const response = await open(place, sending);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
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

/** The same, answered as soon as the headers are there. */
export function open(place: string | Place, { method = 'GET', path, headers = {}, body, signal }: Sending) {
  const raw = bodyOf(body);
  const typed = raw === undefined ? headers : { ...describe(raw), ...headers };
  return new Promise<IncomingMessage>((resolve, reject) => {
    // A connection for each request: what one test does to its own cannot reach the next.
    const agent = new Agent({ keepAlive: false });
    // Not through `new URL`, which would tidy away the `..` of a hostile path.
    const { url, socketPath, address }: Place = typeof place === 'string' ? { url: place } : place;
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
    outgoing.once('error', reject);
    outgoing.end(raw);
  });
}

/** With its length, which Node leaves out for a method that usually has no body. */
function describe(raw: string | Uint8Array): Record<string, string> {
  return { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(raw)) };
}

function bodyOf(body: unknown): string | Uint8Array | undefined {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return body;
  return JSON.stringify(body);
}
