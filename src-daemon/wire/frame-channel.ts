import type { Duplex } from 'node:stream';
import { BootError } from './boot-error.ts';
import { readFrame } from './frames.ts';
import type { Hello } from './hello-frame.ts';
import { createWireReader, type WireFrame } from './wire.ts';

/** The frames of one sandbox, from its boot on, over the stream that the engine attached to its init. */
export interface FrameChannel {
  /** Resolves when init is ready. Rejects if the sandbox exits or sends any other frame first. */
  hello: Promise<Hello>;
  /** Identifies the frames of the sandbox's one job or session. */
  readonly nonce: Uint8Array;
  /** Sets the listener of everything that follows the hello. Call it once. */
  listen(listener: ChannelListener): void;
  /** Writes pieces as one burst. Returns false if the stream holds enough: wait for `whenDrained`. */
  write(pieces: Iterable<Uint8Array>): boolean;
  /** Calls the listener whenever the stream can take more after a `write` that returned false. */
  whenDrained(listener: () => void): void;
  readonly isClosed: boolean;
  /** Discards what still arrives: an engine may hang on a stream that is not read. */
  drain(): void;
}

export interface ChannelListener {
  /** An error that it throws is passed to `onError`. */
  onFrame: (frame: WireFrame) => void;
  onError: (error: unknown) => void;
  onClose: () => void;
}

interface ChannelOptions {
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
  let listener: Omit<ChannelListener, 'onClose'> = {
    onFrame: (frame) => readEarly(frame, hello),
    onError: hello.reject,
  };
  const read = unwrap(createWireReader(nonce, (frame) => listener.onFrame(frame)));
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
    nonce,
    listen: (next) => {
      listener = next;
      stream.once('close', next.onClose);
      stream.once('end', () => stream.destroy());
    },
    write: (pieces) => {
      if (stream.destroyed) return true;
      stream.cork();
      for (const piece of pieces) stream.write(piece);
      stream.uncork();
      return !stream.writableNeedDrain;
    },
    whenDrained: (onDrain) => void stream.on('drain', onDrain),
    get isClosed() {
      return stream.closed;
    },
    drain: () => {
      stream.removeAllListeners('data');
      stream.on('data', () => {});
    },
  };
}

function readEarly(wire: WireFrame, hello: PromiseWithResolvers<Hello>): void {
  const frame = wire.channel === 0 ? readFrame(wire) : undefined;
  if (frame?.type === 'hello') hello.resolve({ warm: frame.warm, bootId: frame.bootId });
  else if (frame?.type === 'failed')
    hello.reject(new BootError(`init failed before its job: ${frame.stage.slice(0, 20)} ${frame.error.slice(0, 20)}`));
  else hello.reject(new BootError(`init sent ${frame?.type ?? 'a channel'} before its job`));
}
