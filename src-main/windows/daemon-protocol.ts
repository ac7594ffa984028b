import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { Session } from 'electron';

interface DaemonProtocolDeps {
  /** Where the daemon that runs is; undefined while there is none. */
  daemonOrigin: () => string | undefined;
  /** A connection for one request, on which the daemon has proved itself. */
  connect: () => Promise<Agent>;
}

/** Of one connection only (RFC 9110, 7.6.1). `Accept-Encoding` is left out, as an encoded body would not be decoded. */
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
const withoutBody = new Set([204, 205, 304]);
const bufferBytes = 64 * 1024;

/**
 * Carries every `http:` request of the windows to the daemon's socket, so that no page ever talks to the TCP port, which
 * another program may have while no daemon runs. Bodies stream in both directions. A page that leaves a response aborts
 * it. Electron asks no `webRequest` listener about these requests: any other origin fails here.
 */
export function serveDaemonOverSocket({ protocol }: Session, { daemonOrigin, connect }: DaemonProtocolDeps): void {
  protocol.handle('http', async (asked) => {
    const url = new URL(asked.url);
    if (url.origin !== daemonOrigin()) return Response.error();
    try {
      return answerOf(await send(asked, url, await connect()));
    } catch {
      // For the page it is a connection that failed, as it is while no daemon runs.
      return Response.error();
    }
  });
}

function send(asked: Request, url: URL, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { ...Object.fromEntries(passedOn(asked.headers)), connection: 'close' };
    const outgoing = httpRequest(url, { agent, method: asked.method, headers }, resolve);
    // Also after the answer: the daemon may close before it has read all of the body.
    outgoing.on('error', reject);
    void upload(asked, outgoing);
  });
}

async function upload({ body }: Request, outgoing: ClientRequest): Promise<void> {
  if (body === null) return void outgoing.end();
  // A failure is an error of the request as well.
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
