import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Maximum number of requests of a connection that wait for the answers of earlier ones. */
const maxWaiting = 16;
/** Its log, ledger, stream, credential and pipeline wait for the end of a response, a fixed number of them. */
const maxListeners = 20;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Hands the requests of each connection to `handler` one after the other: the next one when the answer before it was sent
 * (pipelining, RFC 9112, 9.3.2). So a connection costs the work, the memory and the descriptors of one request, however
 * many requests a packet has. A connection with more than 16 waiting requests is closed.
 */
export function oneAfterAnother(server: Server, handler: RequestListener): RequestListener {
  /** The waiting requests of each connection that has a request in progress. */
  const waiting = new WeakMap<Duplex, Exchange[]>();

  // Node would end a half-closed connection at once, before the answers to the waiting requests. Its types lack the field.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket) => {
    socket.on('end', () => {
      if (!waiting.get(socket)?.length) socket.end();
    });
  });

  function begin(socket: Duplex, { request, response }: Exchange): void {
    response.setMaxListeners(maxListeners);
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next === undefined || socket.destroyed) waiting.delete(socket);
      else begin(socket, next);
    });
    handler(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const line = waiting.get(socket);
    if (line === undefined) {
      waiting.set(socket, []);
      begin(socket, { request, response });
    } else if (line.length < maxWaiting) line.push({ request, response });
    else socket.destroy();
  };
}
