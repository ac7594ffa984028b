import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../../errors/app-error.ts';
import { oneAfterAnother } from './one-after-another.ts';
import { type RefusalLog, refuseOnSocket } from './refuse-on-socket.ts';

/** In ms; when a request is late is looked at every `connectionsCheckingInterval`. */
const defaultTimes = {
  keepAliveTimeout: 10_000,
  requestTimeout: 120_000,
  headersTimeout: 20_000,
  connectionsCheckingInterval: 10_000,
};

interface ServerOptions {
  log: RefusalLog;
  times?: Partial<typeof defaultTimes>;
}

/**
 * Node's HTTP server, not listening yet. Where Node would answer a client itself, with an empty body and without a
 * request id, our error body is sent instead, or the request is handed to `handler`, which then refuses it.
 */
export function createHttpServer(handler: RequestListener, { log, times }: ServerOptions): Server {
  // The app answers a request without a Host.
  const server = createServer({ ...defaultTimes, ...times, requireHostHeader: false });
  /** Connections that have sent bytes that are no request; whatever else comes on them is not looked at. */
  const faulty = new WeakSet<Duplex>();
  const lastOf = new WeakMap<Duplex, Exchange>();
  const enqueue = oneAfterAnother(server, handler);
  const handle: RequestListener = (request, response) => {
    lastOf.set(request.socket, { request, response });
    enqueue(request, response);
  };
  server.on('request', handle);
  // The app invites a body when it is going to read it, and refuses other expectations.
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    if (faulty.has(socket)) return;
    faulty.add(socket);
    onceFirst(socket, lastOf.get(socket), () => refuseOnSocket(socket, refusalOf(fault), { log }));
  });
  // Without a listener for `upgrade` Node serves such a request as any other (RFC 9110, 7.8).
  server.on('connect', (_request, socket) => {
    const error = new AppError(
      'method_not_allowed',
      'This daemon is not a proxy: CONNECT and upgrades are not supported.',
    );
    refuseOnSocket(socket, error, { log, headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' } });
  });
  return server;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Answers of one connection come in the order of their requests: a refusal must not take another's place. */
function onceFirst(socket: Duplex, last: Exchange | undefined, refuse: () => void): void {
  if (last === undefined || last.response.writableFinished) refuse();
  // The fault is in the next request: the one before it gets its answer first.
  else if (last.request.complete) last.response.once('close', refuse);
  else if (last.response.headersSent) socket.destroy();
  else refuse();
}

/** Returns the error of a malformed request, by the code of Node's parser. */
function refusalOf({ code }: NodeJS.ErrnoException): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError('headers_too_large', 'The headers of the request are larger than 16 KiB in total.');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new AppError('too_large', 'The chunk extensions of the request are larger than 16 KiB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('request_timeout', 'The request did not arrive in time. Send it again.');
  return new AppError('invalid_request', 'This is not a valid HTTP request.');
}
