import { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { parseJson } from '../../../wire/json.ts';
import { ApiError, errorOfStatus } from './api-error.ts';

/** The first byte of a message (remotecommand of Kubernetes). */
const channels = { stdin: 0, stdout: 1, stderr: 2, status: 3, close: 255 };

/** Codes of RFC 6455, section 7.4.1. */
const normalClose = 1000;
const closeWithoutCode = 1005;
const pingMs = 10_000;
/** The stream ends when this many pings in a row were not answered. */
const lostPings = 3;
/** Larger writes are sent as several messages. */
const messageBytes = 64 << 10;
const statusBytes = 64 << 10;

const Status = z.object({ status: z.enum(['Success', 'Failure']) });

/**
 * Returns the stream of an open socket: written bytes go to standard input, standard output is read. Standard error is
 * dropped. While nothing is read, the socket is not read either.
 * @param hasHalfClose true if the protocol can end standard input alone; else its end closes the socket
 */
export function createAttachedStream(socket: WebSocket, { hasHalfClose }: { hasHalfClose: boolean }): Duplex {
  const stream = new Duplex({
    // When standard output has ended, nothing reads standard input.
    allowHalfOpen: false,
    read: () => socket.resume(),
    write: (chunk: Buffer, _encoding, done) => sendInput(socket, [chunk], done),
    writev: (chunks, done) =>
      sendInput(
        socket,
        chunks.map(({ chunk }) => chunk as Buffer),
        done,
      ),
    final: (done) => {
      if (hasHalfClose && socket.readyState === socket.OPEN)
        return void socket.send(closeOf(channels.stdin), () => done());
      socket.close(normalClose);
      return done();
    },
    destroy: (error, done) => {
      // A paused socket would not see the answer to its close.
      socket.resume();
      socket.close(normalClose);
      done(error);
    },
  });
  // After an error the stream closes, and its reader is notified by `close`.
  stream.on('error', () => {});
  const stopPings = keepAlive(socket, () => fail(stream, 'did not answer pings'));

  socket.on('message', (data, isBinary) => {
    if (stream.destroyed) return;
    try {
      readMessage(stream, { data, isBinary, pause: () => socket.pause() });
    } catch (error) {
      stream.destroy(error as Error);
    }
  });
  // For example a message that is too large. The socket closes itself.
  socket.on('error', () => fail(stream, 'broke the protocol'));
  socket.once('close', (code) => {
    stopPings();
    if (code === normalClose || code === closeWithoutCode) stream.push(null);
    else fail(stream, `was cut (${code})`);
  });
  return stream;
}

function fail(stream: Duplex, what: string): void {
  stream.destroy(new ApiError('unavailable', `the attached stream of a pod ${what}`));
}

interface Message {
  data: RawData;
  isBinary: boolean;
  /** Stops reading the socket until the stream is read. */
  pause(): void;
}

/** Reads a message of the server. The first ones are empty. Some servers report the end of each channel. @throws ApiError */
function readMessage(stream: Duplex, { data, isBinary, pause }: Message): void {
  const bytes = data as Buffer;
  if (bytes.length === 0) return;
  const channel = isBinary ? bytes.readUInt8(0) : -1;
  const payload = bytes.subarray(1);
  if (channel === channels.stdout) {
    if (payload.length > 0 && !stream.push(payload)) pause();
  } else if (channel === channels.close) {
    if (payload[0] === channels.stdout) stream.push(null);
  } else if (channel === channels.status) readStatus(payload);
  else if (channel !== channels.stderr && (channel !== channels.stdin || payload.length > 0))
    throw new ApiError('bad_answer', 'the attached stream of a pod has an unknown channel');
}

/** Reads the message with which the server reports how the attachment ended; `Success` is followed by the close. */
function readStatus(payload: Buffer): void {
  if (payload.length === 0) return;
  const object = payload.length > statusBytes ? undefined : parseJson(payload.toString('utf8'));
  const { success, data } = Status.safeParse(object);
  if (!success) throw new ApiError('bad_answer', 'the attached stream of a pod has a wrong status');
  if (data.status === 'Failure') throw errorOfStatus(object);
}

/** Sends bytes. `done` is called when the kernel has taken them, so that the writer waits for a slow server. */
function sendInput(socket: WebSocket, chunks: readonly Buffer[], done: (error?: Error | null) => void): void {
  const all = Buffer.concat(chunks);
  if (all.length === 0) done();
  for (let at = 0; at < all.length; at += messageBytes) {
    const message = Buffer.concat([Buffer.of(channels.stdin), all.subarray(at, at + messageBytes)]);
    const isLast = at + messageBytes >= all.length;
    socket.send(message, isLast ? (error) => done(error) : undefined);
  }
}

function closeOf(channel: number): Buffer {
  return Buffer.of(channels.close, channel);
}

/**
 * Sends pings, so that no proxy cuts an idle stream, and notices a connection that died. Everything that arrives is an
 * answer. While the socket is paused, answers are not read, so none is expected.
 * @returns a function that ends the pings
 */
function keepAlive(socket: WebSocket, onLost: () => void): () => void {
  let unanswered = 0;
  const onAnswer = () => {
    unanswered = 0;
  };
  for (const event of ['pong', 'ping', 'message'] as const) socket.on(event, onAnswer);
  const timer = setInterval(() => {
    if (socket.isPaused) unanswered = 0;
    if (unanswered >= lostPings) onLost();
    else if (socket.readyState === socket.OPEN) socket.ping();
    unanswered++;
  }, pingMs);
  return () => clearInterval(timer);
}
