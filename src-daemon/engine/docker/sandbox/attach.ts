import type { Duplex } from 'node:stream';
import type Docker from 'dockerode';
import { type FrameChannel, openFrameChannel } from '../../../wire/frame-channel.ts';
import { createDemultiplexer } from './demultiplex.ts';

/**
 * Attaches to the standard streams of a container. Attach before the start: the engine drops what init writes before.
 * The output is multiplexed.
 */
export async function attach(container: Docker.Container): Promise<Duplex> {
  const options = { stream: true, stdin: true, stdout: true, stderr: true, hijack: true };
  const stream = (await container.attach(options)) as unknown as Duplex;
  // After an error the stream closes, and its reader is notified by `close`.
  stream.on('error', () => {});
  return stream;
}

/** Opens the frame channel of a container over its attached stream. */
export function openAttachedChannel(stream: Duplex, nonce: Uint8Array): FrameChannel {
  return openFrameChannel(stream, { nonce, unwrap: createDemultiplexer });
}
