import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AppError } from '../../errors/app-error.ts';
import { errorBody, newRequestId } from '../../errors/error-body.ts';
import { everyAnswerHeaders } from '../replies/security-headers.ts';

export interface RefusalLog {
  info(fields: object, message: string): void;
}

interface Refusal {
  log: RefusalLog;
  headers?: Record<string, string>;
}

/** Writes an error answer to a connection on which no request could be read, logs it, and closes the connection. */
export function refuseOnSocket(socket: Duplex, error: AppError, { log, headers = {} }: Refusal): void {
  const requestId = newRequestId();
  // No reply can reach a client that has reset its connection.
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(errorBody(error, requestId));
  const fields = {
    Date: new Date().toUTCString(),
    Connection: 'close',
    'X-Request-Id': requestId,
    ...everyAnswerHeaders,
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.once('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${head.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
  log.info({ requestId, method: null, route: null, status: error.status }, 'request');
}
