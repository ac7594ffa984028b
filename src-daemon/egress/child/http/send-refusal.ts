import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { RefusalAnswer } from './refusal.ts';

/** Time and bytes for which a refused body is read and dropped: a program that still sends it gets the response. */
const lingerMs = 1000;
const lingerBytes = 1024 * 1024;

/** Answers a request with a refusal and closes the connection of the program. */
export async function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  answer: RefusalAnswer,
): Promise<void> {
  response.sendDate = false;
  response.shouldKeepAlive = false;
  response.writeHead(answer.status, answer.fields.flat());
  response.write(answer.body);
  await dropBody(request);
  response.end();
}

/** Returns the bytes of a refusal, for a connection whose request could not be parsed. */
export function refusalBytes({ status, fields, body }: RefusalAnswer): string {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...fields.map((field) => field.join(': '))];
  return `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`;
}

async function dropBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  const done = new AbortController();
  let dropped = 0;
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > lingerBytes) done.abort();
  });
  // The reader of the body may still be waiting for it.
  request.removeAllListeners('readable');
  for (const event of ['end', 'close', 'error']) request.once(event, () => done.abort());
  request.resume();
  await wait(lingerMs, undefined, { signal: done.signal }).catch(() => {});
}
