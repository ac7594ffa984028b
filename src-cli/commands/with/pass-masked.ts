import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { OutputMask } from '../../../src-shared-node/masking/output-mask.ts';
import { createQuietTimer } from '../../../src-shared-node/masking/stream-borders.ts';

/**
 * Passes the bytes of a stream on with masked values, at the borders of the daemon's mask: at line ends, and without one
 * after a short time without output. If the target fails, the source is closed, so that its program gets SIGPIPE.
 * @param mask in units of bytes
 */
export async function passMasked(source: Readable, target: Writable, mask: OutputMask): Promise<void> {
  const decoder = mask.units.newDecoder();
  const stream = mask.newStream();
  const write = (text: string): boolean => text === '' || target.write(Buffer.from(text, 'latin1'));
  const quiet = createQuietTimer(() => void write(stream.release()));
  const close = () => source.destroy();
  target.once('error', close);
  try {
    for await (const chunk of source) {
      const isFree = write(stream.push(decoder.push(chunk)));
      if (stream.isHolding()) quiet.restart();
      else quiet.stop();
      if (!isFree) await once(target, 'drain');
    }
    write(stream.push(decoder.end()) + stream.release());
  } catch {
    source.destroy();
  } finally {
    quiet.stop();
    target.off('error', close);
  }
}
