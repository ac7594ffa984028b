import type { Duplex } from 'node:stream';
import { BootError } from './boot-error.ts';
import { createFrameReader, type Frame } from './frames.ts';
import type { Hello } from './hello-frame.ts';
import { encodeJob, type SandboxProgram } from './job-frame.ts';

/** The frames of one sandbox, from its boot on, over the stream that the engine attached to its init. */
export interface FrameChannel {
  /** Resolves when init is ready. Rejects if the sandbox exits or sends any other frame first. */
  hello: Promise<Hello>;
  /** Sets the listener of everything that follows the hello. Call it once. */
  listen(listener: ChannelListener): void;
  /** Sends the one job of the sandbox. */
  send(program: SandboxProgram): void;
  readonly isClosed: boolean;
  /** Discards what still arrives: an engine may hang on a stream that is not read. */
  drain(): void;
}

export interface ChannelListener {
  onFrame: (frame: Frame) => void;
  onError: (error: unknown) => void;
  onClose: () => void;
}

interface ChannelOptions {
  /** Identifies the frames of the sandbox's one job. */
  nonce: Uint8Array;
  /** Wraps the reader of init's bytes in one that removes the engine's own framing; by default there is none. */
  unwrap?: (onBytes: (chunk: Buffer) => void) => (chunk: Buffer) => void;
}

/** Opens the channel of a sandbox. The stream must have been attached before the sandbox started, or frames are lost. */
export function openFrameChannel(
  stream: Duplex,
  { nonce, unwrap = (onBytes) => onBytes }: ChannelOptions,
): FrameChannel {
  const hello = Promise.withResolvers<Hello>();
  hello.promise.catch(() => {});
  const onEarly = (frame: Frame) => {
    if (frame.type === 'hello') hello.resolve({ warm: frame.warm, bootId: frame.bootId });
    else hello.reject(new BootError(describeEarly(frame)));
  };
  let listener: Omit<ChannelListener, 'onClose'> = { onFrame: onEarly, onError: hello.reject };
  const read = unwrap(createFrameReader(nonce, (frame) => listener.onFrame(frame)));
  stream.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      listener.onError(error);
    }
  });
  stream.once('close', () => hello.reject(new BootError('the container ended while it booted')));
  if (stream.closed) hello.reject(new BootError('the container ended at once'));
  return {
    hello: hello.promise,
    listen: (next) => {
      listener = next;
      stream.once('close', next.onClose);
      stream.once('end', () => stream.destroy());
    },
    send: (program) => {
      stream.cork();
      for (const piece of encodeJob(program, nonce)) stream.write(piece);
      stream.uncork();
    },
    get isClosed() {
      return stream.closed;
    },
    drain: () => {
      stream.removeAllListeners('data');
      stream.on('data', () => {});
    },
  };
}

function describeEarly(frame: Frame): string {
  if (frame.type !== 'failed') return `init sent ${frame.type} before its job`;
  return `init failed before its job: ${frame.stage.slice(0, 20)} ${frame.error.slice(0, 20)}`;
}
