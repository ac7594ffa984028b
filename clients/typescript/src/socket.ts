import { type Agent, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { Fetch } from './fetch.ts';

/** Statuses of answers that cannot have a body. */
const withoutBody = new Set([204, 304]);

/** The connection of one request. */
export interface SocketConnection {
  socketPath: string;
  /** Agent with an open connection to the socket; a new connection is opened if it is absent. */
  agent?: Agent;
  /** The Host header, if it is not that of the address. */
  host?: string;
}

/** Returns a `fetch` that reaches the daemon by its Unix socket, or named pipe, which only its owner can open. */
export function fetchOverSocket(socketPath: string): Fetch {
  return fetchOverConnection(async () => ({ socketPath }));
}

/** Returns a `fetch` that opens a connection for each request. The error of `open` is the error of the request. */
export function fetchOverConnection(open: () => Promise<SocketConnection>): Fetch {
  return async (url, init) => {
    const connection = await open();
    return responseOf(await sendOver(connection, url, init));
  };
}

function sendOver(
  { socketPath, agent, ...given }: SocketConnection,
  url: string,
  init: RequestInit,
): Promise<IncomingMessage> {
  const { method = 'GET', headers, body, signal } = init;
  const { pathname, search, host: addressed } = new URL(url);
  const host = given.host ?? addressed;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        socketPath,
        path: pathname + search,
        method,
        headers: { ...Object.fromEntries(new Headers(headers)), host, connection: 'close' },
        agent: agent ?? false,
        ...(signal && { signal }),
      },
      resolve,
    );
    outgoing.on('error', reject);
    // A Response turns every kind of body into one stream.
    const content = body === null || body === undefined ? undefined : new Response(body).body;
    if (content)
      Readable.fromWeb(content as NodeStream)
        .on('error', reject)
        .pipe(outgoing);
    else outgoing.end();
  });
}

function responseOf(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 500;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  if (withoutBody.has(status)) incoming.resume();
  const body = withoutBody.has(status) ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  return new Response(body, { status, headers });
}
