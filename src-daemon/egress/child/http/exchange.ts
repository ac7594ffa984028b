import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpConnection } from '../http-connection.ts';
import type { HttpLimits } from './http-limits.ts';
import { checkRequest, checkWebSocket } from './request/check-request.ts';
import { prepareRequest } from './request/prepare-request.ts';
import { responseHead } from './response/response-head.ts';
import { sendResponse } from './response/send-response.ts';
import type { FormIndexes } from './secrets/form-indexes.ts';
import { type SentRequest, sendRequest } from './send-request.ts';
import type { Upstream } from './upstream.ts';
import { joinWebSocket } from './websocket.ts';

/** One request of a program. */
export interface ProgramRequest {
  request: IncomingMessage;
  response: ServerResponse;
  /** The program waits for `100 Continue` before it sends the body. */
  isExpecting: boolean;
  /** The connection to the program and the first bytes after the head, if the request asks for a WebSocket. */
  webSocket: { socket: Duplex; head: Buffer } | undefined;
}

export interface ExchangeContext {
  connection: HttpConnection;
  upstream: Upstream;
  indexes: Promise<FormIndexes>;
  limits: HttpLimits;
  /** Aborted when the connection of the program is closed. */
  signal: AbortSignal;
}

const pathReportLimit = 2048;

/** Checks a request, sends it to the host, and returns the response to the program. @throws Refusal */
export async function exchange(one: ProgramRequest, context: ExchangeContext): Promise<void> {
  const { connection, upstream, limits, signal } = context;
  const { request, response, isExpecting, webSocket } = one;
  const checked = checkRequest(connection, request);
  if (webSocket !== undefined) checkWebSocket(connection, checked);
  const indexes = await context.indexes;
  const onRead = () => {
    if (isExpecting) response.writeContinue();
  };
  const prepared = await prepareRequest(request, checked, { connection, indexes, limits, onRead });
  const agent = await upstream.open();
  const isWebSocket = webSocket !== undefined;
  const sent = sendRequest(prepared, { agent, headerBytes: limits.headerBytes, isWebSocket, signal });
  const report = reportOnce((status) => {
    const path = checked.path.slice(0, pathReportLimit);
    connection.onRequest({ method: checked.method, path, status, secrets: [...prepared.used] });
  });
  try {
    await answer(sent, { one, context, indexes, report });
  } finally {
    if (sent.isStarted()) report(null);
    if (!response.writableEnded) sent.outgoing.destroy();
  }
}

interface AnswerContext {
  one: ProgramRequest;
  context: ExchangeContext;
  indexes: FormIndexes;
  report(status: number): void;
}

async function answer(sent: SentRequest, { one, context, indexes, report }: AnswerContext): Promise<void> {
  const { request, response, webSocket } = one;
  const { values } = indexes;
  const { onMasked } = context.connection;
  const { incoming, upgraded } = await sent.answer;
  report(incoming.statusCode ?? 0);
  if (upgraded !== undefined && webSocket !== undefined) {
    const { socket: program, head } = webSocket;
    response.detachSocket(program as Parameters<ServerResponse['detachSocket']>[0]);
    await joinWebSocket(incoming, { upgraded, program, head, values, onMasked });
    return;
  }
  const head = responseHead(incoming, { method: request.method ?? '', values, onMasked });
  // A host that closes its connection ends that of the program, because there is no second connection to the host.
  if (!sent.outgoing.shouldKeepAlive || webSocket !== undefined) response.shouldKeepAlive = false;
  const { limits, signal } = context;
  await sendResponse(incoming, response, { head, values, limits, onMasked, signal });
  await sent.sending;
}

function reportOnce(report: (status: number | null) => void): (status: number | null) => void {
  let isReported = false;
  return (status) => {
    if (!isReported) report(status);
    isReported = true;
  };
}
