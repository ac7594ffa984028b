import { type Agent, type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Field } from './header-fields.ts';
import { Refusal } from './refusal.ts';
import type { PreparedRequest } from './request/prepare-request.ts';
import type { Upgraded } from './websocket.ts';

/** A request on its way to the host. */
export interface SentRequest {
  outgoing: ClientRequest;
  /** Resolves with the response, whose body is not read yet. @throws Refusal; @throws Error if the program has closed its connection */
  answer: Promise<{ incoming: IncomingMessage; upgraded: Upgraded | undefined }>;
  /** Resolves when the body is sent. If it is refused, the connection to the host is closed. @throws Refusal */
  sending: Promise<void>;
  /** Returns true if a part of the request has been sent. */
  isStarted(): boolean;
}

export interface SendOptions {
  agent: Agent;
  headerBytes: number;
  isWebSocket: boolean;
  /** Aborted when the connection of the program is closed. */
  signal: AbortSignal;
}

/** Sends a request to the host. Its head is sent with the first bytes of the body that were searched. */
export function sendRequest({ method, target, fields, body }: PreparedRequest, options: SendOptions): SentRequest {
  const upgrade: Field[] = [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
  ];
  const { agent, headerBytes, isWebSocket, signal } = options;
  const outgoing = startRequest({
    ...{ agent, method, path: target, signal, maxHeaderSize: headerBytes, insecureHTTPParser: false },
    headers: [...fields, ...(isWebSocket ? upgrade : [])].flat(),
  });
  let isStarted = false;
  const answer = answerTo(outgoing, signal);
  const sending = sendBody(outgoing, body.chunks, () => {
    isStarted = true;
  }).catch((error: unknown) => {
    outgoing.destroy(error instanceof Error ? error : undefined);
    throw error;
  });
  // Both are awaited one after the other.
  for (const promise of [answer, sending]) promise.catch(() => {});
  return { outgoing, answer, sending, isStarted: () => isStarted };
}

function answerTo(outgoing: ClientRequest, signal: AbortSignal): SentRequest['answer'] {
  return new Promise((resolve, reject) => {
    outgoing.once('response', (incoming) => resolve({ incoming, upgraded: undefined }));
    outgoing.once('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) =>
      resolve({ incoming, upgraded: { socket, head } }),
    );
    outgoing.on('error', (error) =>
      reject(error instanceof Refusal || signal.aborted ? error : new Refusal('bad_response')),
    );
    outgoing.once('close', () => reject(new Refusal('bad_response')));
  });
}

async function sendBody(outgoing: ClientRequest, chunks: AsyncIterable<Buffer>, onStart: () => void): Promise<void> {
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    if (outgoing.destroyed) return;
    onStart();
    await written(outgoing, chunk);
  }
  onStart();
  outgoing.end();
}

/** Writes a chunk and waits until it has left. `drain` would not be emitted after an early response. */
function written(outgoing: ClientRequest, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('close', done);
      resolve();
    };
    outgoing.once('close', done);
    outgoing.write(chunk, done);
  });
}
