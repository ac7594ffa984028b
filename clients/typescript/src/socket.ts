import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { Fetch } from './connection-options.ts';

/** Statuses of answers that cannot have a body. */
const withoutBody = new Set([204, 304]);

/** Returns a `fetch` that reaches the daemon by its Unix socket, or named pipe, which only its owner can open. */
export function fetchOverSocket(socketPath: string): Fetch {
  return async (url, { method = 'GET', headers, body, signal }) => {
    const { pathname, search, host } = new URL(url);
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request(
        {
          socketPath,
          path: pathname + search,
          method,
          headers: { ...Object.fromEntries(new Headers(headers)), host },
          agent: false,
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
    return responseOf(incoming);
  };
}

function responseOf(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 500;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  if (withoutBody.has(status)) incoming.resume();
  const body = withoutBody.has(status) ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  return new Response(body, { status, headers });
}
