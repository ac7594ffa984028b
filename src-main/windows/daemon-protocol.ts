import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { Session } from 'electron';

interface DaemonProtocolDeps {
  /** Address of the running daemon; undefined if there is none. */
  daemonOrigin: () => string | undefined;
  /** Opens a connection for one request, on which the daemon has proved its identity. */
  connect: () => Promise<Agent>;
}

/** Headers of one connection (RFC 9110, 7.6.1). `Accept-Encoding` is left out, as an encoded body would not be decoded. */
const hopByHop = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Chromium adds this header after Electron has taken the request. By it the daemon knows that a page asks. */
const ofPage = { 'sec-fetch-site': 'same-origin' };
const withoutBody = new Set([204, 205, 304]);
const bufferBytes = 64 * 1024;

/**
 * Forwards every `http:` request of the windows to the daemon's socket, so that no page connects to the TCP port, which
 * another program may use while no daemon runs. Bodies stream in both directions. A page that leaves a response aborts
 * it. Electron calls no `webRequest` listener for these requests, so requests to other origins are rejected here.
 */
export function serveDaemonOverSocket({ protocol }: Session, { daemonOrigin, connect }: DaemonProtocolDeps): void {
  protocol.handle('http', async (asked) => {
    const url = new URL(asked.url);
    if (url.origin !== daemonOrigin()) return Response.error();
    try {
      return answerOf(await send(asked, url, await connect()));
    } catch {
      // The page receives a failed connection, as it does while no daemon runs.
      return Response.error();
    }
  });
}

function send(asked: Request, url: URL, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { ...ofPage, ...Object.fromEntries(passedOn(asked.headers)), connection: 'close' };
    const outgoing = httpRequest(url, { agent, method: asked.method, headers }, resolve);
    // Also after the response: the daemon may close the connection before it has read the whole body.
    outgoing.on('error', reject);
    void upload(asked, outgoing);
  });
}

async function upload({ body }: Request, outgoing: ClientRequest): Promise<void> {
  if (body === null) return void outgoing.end();
  // A failure is also emitted as an error of the request.
  await pipeline(Readable.fromWeb(body as WebStream), outgoing).catch(() => undefined);
}

function answerOf(response: IncomingMessage): Response {
  const { statusCode: status = 502, statusMessage: statusText = '' } = response;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    if (!hopByHop.has(name) || name === 'content-length') for (const value of values) headers.append(name, value);
  if (withoutBody.has(status)) {
    response.resume();
    return new Response(null, { status, statusText, headers });
  }
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: bufferBytes });
  const body = Readable.toWeb(response, { strategy }) as ReadableStream;
  return new Response(body, { status, statusText, headers });
}

function passedOn(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => !hopByHop.has(name));
}
