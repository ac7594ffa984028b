import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { BlockedReason } from '../../../../src-shared/contracts/network/network-events.ts';
import type { HttpConnection } from '../http-connection.ts';
import { destroyEnded, endProgram } from './end-program.ts';
import { type ExchangeContext, exchange, type ProgramRequest } from './exchange.ts';
import { type HttpLimits, httpLimits } from './http-limits.ts';
import { Refusal, refusalAnswer } from './refusal.ts';
import { isWebSocketRequest } from './request/check-request.ts';
import { formIndexes } from './secrets/form-indexes.ts';
import { refusalBytes, sendRefusal } from './send-refusal.ts';
import { createUpstream } from './upstream.ts';

/**
 * Reads the requests of a program's connection one after the other, sends the allowed ones to the host of the connection,
 * and returns the responses. A refused request is answered and ends the connection. The connection to the host is opened
 * for the first allowed request; when it closes, the connection of the program closes after the current response.
 */
export function proxyHttp(connection: HttpConnection, limits: HttpLimits = httpLimits): void {
  const { program, host, onBlocked } = connection;
  const closed = new AbortController();
  let active: ProgramRequest | undefined;
  let waiting = 0;
  /** No further request is served. */
  let isEnding = false;
  /** A refusal was reported; there is one at most. */
  let isRefused = false;
  let previous = Promise.resolve();

  const upstream = createUpstream(connection, () => {
    isEnding = true;
    if (active === undefined) endProgram(program);
  });
  const indexes = formIndexes(connection.secrets, connection.allSecrets);
  indexes.catch(() => program.destroy());
  const context: ExchangeContext = { connection, upstream, indexes, limits, signal: closed.signal };
  const server = startServer(limits, { onRequest: enqueue, onConnect: refuseRaw, onError: refuseRaw });
  program.once('close', () => {
    closed.abort();
    upstream.destroy();
    server.close();
  });
  // After the last response, Node's server calls this method of a TCP or TLS socket. The usual one destroys the socket as
  // soon as all is written, and the relay would drop what the program has not read yet.
  Object.assign(program, { destroySoon: () => endProgram(program) });
  program.once('end', () => destroyEnded(program));
  server.emit('connection', program);

  function enqueue(one: ProgramRequest): void {
    if (isEnding) return;
    if (++waiting > limits.pipelinedRequests) {
      isEnding = true;
      isRefused = true;
      onBlocked('limit', one.request.method);
      program.destroy();
      return;
    }
    previous = previous.then(() => proxyRequest(one));
  }

  async function proxyRequest(one: ProgramRequest): Promise<void> {
    waiting--;
    if (isEnding || program.destroyed) return;
    active = one;
    try {
      await exchange(one, context);
    } catch (error) {
      // Other errors are the result of a closed connection, or a fault of ours, which the program sees as one of the host.
      if (error instanceof Refusal) await refuse(one, error.reason);
      else if (!closed.signal.aborted) await refuse(one, 'bad_response');
    }
    active = undefined;
    if (isEnding) endProgram(program);
  }

  async function refuse({ request, response }: ProgramRequest, reason: BlockedReason): Promise<void> {
    if (isRefused) return;
    isEnding = true;
    isRefused = true;
    onBlocked(reason, request.method);
    if (response.headersSent || program.destroyed) program.destroy();
    else await sendRefusal(request, response, refusalAnswer(reason, { host }));
  }

  /** Answers what is no request that could be served. A response that has not ended yet is cut instead. */
  function refuseRaw(reason: BlockedReason | undefined, status?: number): void {
    if (isRefused || reason === undefined) {
      program.destroy();
      return;
    }
    isEnding = true;
    isRefused = true;
    onBlocked(reason);
    const isAnswerable = active === undefined || !(active.request.complete || active.response.headersSent);
    closed.abort();
    if (!isAnswerable) program.destroy();
    else endProgram(program, refusalBytes(refusalAnswer(reason, { host, ...(status !== undefined && { status }) })));
  }
}

interface ServerHooks {
  onRequest(one: ProgramRequest): void;
  onConnect(reason: BlockedReason): void;
  onError(reason: BlockedReason | undefined, status?: number): void;
}

/** Starts Node's HTTP server for one connection. It listens nowhere: `listening` only starts its check of the headers' time. */
function startServer(limits: HttpLimits, { onRequest, onConnect, onError }: ServerHooks): Server {
  const server = createServer({
    ...{ maxHeaderSize: limits.headerBytes, insecureHTTPParser: false, requireHostHeader: false },
    ...{ headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.headersCheckMs },
    // The owner of the connection closes it when it is idle, and bodies have their own limit.
    ...{ requestTimeout: 0, keepAliveTimeout: 0, shouldUpgradeCallback: isWebSocketRequest },
  });
  const plain = (request: IncomingMessage, response: ServerResponse) => ({ request, response, webSocket: undefined });
  server.on('request', (...pair) => onRequest({ ...plain(...pair), isExpecting: false }));
  server.on('checkContinue', (...pair) => onRequest({ ...plain(...pair), isExpecting: true }));
  server.on('checkExpectation', (...pair) => onRequest({ ...plain(...pair), isExpecting: false }));
  server.on('upgrade', (request, socket, head) => onRequest(webSocketRequest(request, { socket, head })));
  server.on('connect', () => onConnect('bad_request'));
  server.on('clientError', (error: NodeJS.ErrnoException) => onError(...parseFailure(error.code)));
  server.emit('listening');
  return server;
}

function webSocketRequest(request: IncomingMessage, webSocket: { socket: Duplex; head: Buffer }): ProgramRequest {
  const response = new ServerResponse(request);
  const { socket } = webSocket;
  response.assignSocket(socket as Socket);
  response.shouldKeepAlive = false;
  response.once('finish', () => endProgram(socket));
  // Node's server no longer handles errors of this socket.
  socket.on('error', () => socket.destroy());
  return { request, response, isExpecting: false, webSocket };
}

/** Returns the reason and status for an error of Node's parser; no reason if the connection is lost. */
function parseFailure(code = ''): [reason?: BlockedReason, status?: number] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['timeout'];
  if (code === 'HPE_HEADER_OVERFLOW') return ['too_large', 431];
  return code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE' ? ['bad_request'] : [];
}
