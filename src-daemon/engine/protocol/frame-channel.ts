import type { Duplex } from 'node:stream';
import { BootError } from '../docker/sandbox/boot-error.ts';
import { createDemultiplexer } from '../docker/stream/demultiplex.ts';
import { createFrameReader, type Frame } from './frames.ts';
import type { Hello } from './hello-frame.ts';

/** The frames of one container, from its boot on. */
export interface FrameChannel {
  /** Fulfilled when init is up. Rejects when it dies or sends any other frame first. */
  hello: Promise<Hello>;
  /** Who hears what comes after that; once. */
  listen(onFrame: (frame: Frame) => void, onError: (error: unknown) => void): void;
}

/** Reads the stream of a container that was attached before it started: nothing is lost until somebody reads it. */
export function openFrameChannel(stream: Duplex, nonce: Uint8Array): FrameChannel {
  const hello = Promise.withResolvers<Hello>();
  hello.promise.catch(() => {});
  const early = (frame: Frame) => {
    if (frame.type === 'hello') hello.resolve({ warm: frame.warm, bootId: frame.bootId });
    else hello.reject(new BootError(describeEarly(frame)));
  };
  const listener = { onFrame: early, onError: hello.reject as (error: unknown) => void };
  const demultiplex = createDemultiplexer(createFrameReader(nonce, (frame) => listener.onFrame(frame)));
  stream.on('data', (chunk: Buffer) => {
    try {
      demultiplex(chunk);
    } catch (error) {
      listener.onError(error);
    }
  });
  stream.once('close', () => hello.reject(new BootError('the container ended while it booted')));
  if (stream.closed) hello.reject(new BootError('the container ended at once'));
  return {
    hello: hello.promise,
    listen: (onFrame, onError) => {
      Object.assign(listener, { onFrame, onError });
    },
  };
}

function describeEarly(frame: Frame): string {
  if (frame.type !== 'failed') return `init sent ${frame.type} before its job`;
  return `init failed before its job: ${frame.stage.slice(0, 20)} ${frame.error.slice(0, 20)}`;
}
