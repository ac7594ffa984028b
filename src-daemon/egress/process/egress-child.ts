import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { env, platform } from 'node:process';
import { ProtocolError } from '../../wire/protocol-error.ts';
import { createEgressReader, type EgressFrame, messageFrame, payloadOf } from '../egress-frames.ts';
import { FromChild, type ToChild } from '../messages.ts';

/** The process that carries the connections of one run. It gets one policy and is never used again. */
export interface EgressChild {
  /** Resolves when it can take a policy. Rejects if it exits before. */
  booted: Promise<void>;
  listen(listener: EgressChildListener): void;
  send(message: ToChild): void;
  /** Passes frames of relay channels on. */
  write(pieces: readonly Uint8Array[]): void;
  /** Stops reading from the process until `resume`. */
  pause(): void;
  resume(): void;
  kill(): void;
  /** Resolves when the process has exited. */
  exited: Promise<void>;
  readonly hasExited: boolean;
}

export interface EgressChildListener {
  onMessage(message: FromChild): void;
  onFrame(frame: EgressFrame): void;
  /** The process has exited, or sent something that the protocol does not allow and was killed. */
  onEnd(error: unknown): void;
}

/** Limit of a message from the process, in bytes. */
const messageCap = 16 * 1024;

export function startEgressChild([file = '', ...args]: readonly string[]): EgressChild {
  const child = spawn(file, args, {
    env: platform === 'win32' ? { SystemRoot: env.SystemRoot } : {},
    cwd: '/',
    // Its own session: a signal to the daemon's group or terminal does not reach it. It exits when the socket closes.
    detached: platform !== 'win32',
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  const socket = child.stdio[3] as Socket;
  const booted = Promise.withResolvers<void>();
  booted.promise.catch(() => {});
  let listener: EgressChildListener | undefined;
  let hasExited = false;
  let failure: unknown = new Error('the egress process exited');

  const fail = (error: unknown) => {
    failure = error;
    child.kill('SIGKILL');
  };
  const onMessage = (message: FromChild) => {
    if (message.type === 'booted') booted.resolve();
    else listener?.onMessage(message);
  };
  const read = createEgressReader(messageCap, (frame) => {
    if (frame.channel === 0) onMessage(readMessage(payloadOf(frame)));
    else listener?.onFrame(frame);
  });
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      fail(error);
    }
  });
  // Writing to a process that has exited fails; its exit is reported.
  socket.on('error', () => {});
  const exited = Promise.race([once(child, 'exit'), once(child, 'error')]).then(
    () => onExit(),
    (error) => onExit(error),
  );
  function onExit(error?: unknown): void {
    hasExited = true;
    if (error !== undefined) failure = error;
    socket.destroy();
    booted.reject(failure);
    listener?.onEnd(failure);
  }

  return {
    booted: booted.promise,
    listen: (next) => {
      listener = next;
      if (hasExited) next.onEnd(failure);
    },
    send: (message) => writeTo(socket, messageFrame(message)),
    write: (pieces) => writeTo(socket, pieces),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    kill: () => {
      // After the exit, another process may have the same pid.
      if (!hasExited) child.kill('SIGKILL');
    },
    exited,
    get hasExited() {
      return hasExited;
    },
  };
}

function writeTo(socket: Socket, pieces: readonly Uint8Array[]): void {
  if (socket.destroyed) return;
  socket.cork();
  for (const piece of pieces) socket.write(piece);
  socket.uncork();
}

function readMessage(payload: Buffer): FromChild {
  const message = FromChild.safeParse(parse(payload));
  if (!message.success) throw new ProtocolError('an egress process sent an invalid message');
  return message.data;
}

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
}
