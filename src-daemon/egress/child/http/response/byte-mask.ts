import { type Readable, Transform } from 'node:stream';
import type { FormIndex } from '../../../../../src-shared-node/masking/form-index.ts';
import { createQuietTimer } from '../../../../../src-shared-node/masking/stream-borders.ts';
import { createStreamMask } from '../../../../../src-shared-node/masking/stream-mask.ts';
import type { Field } from '../header-fields.ts';
import { createChunkMask } from './chunk-mask.ts';

/** Called when values were masked, with their number. */
export type OnMasked = (count: number) => void;

/**
 * Creates a stream that masks whole values in bytes. Bytes are passed on at line ends, at fixed sizes, and after a fixed time
 * without further bytes: the sizes and times of its chunks depend on no value, so that a program which sends guesses through
 * a host learns nothing about a part of a value.
 * @param source the body as the host sends it. After its end no time passes bytes on: a decoder may have more of them, or
 *   may find that the body is not complete, and a busy machine would decide which is first
 */
export function createByteMask(values: FormIndex, onMasked: OnMasked = () => {}, source?: Readable): Transform {
  const mask = createChunkMask(values, onMasked);
  let hasEnded = false;
  const quiet = createQuietTimer(() => {
    for (const bytes of mask.release()) stream.push(bytes);
  });
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const bytes of mask.push(chunk)) stream.push(bytes);
      if (mask.isHolding() && !hasEnded) quiet.restart();
      else quiet.stop();
      done();
    },
    flush(done) {
      quiet.stop();
      for (const bytes of mask.release()) stream.push(bytes);
      done();
    },
    destroy(error, done) {
      quiet.stop();
      done(error);
    },
  });
  source?.once('end', () => {
    hasEnded = true;
    quiet.stop();
  });
  return stream;
}

/** Masks values in the names and values of fields. */
export function maskFields(values: FormIndex, fields: readonly Field[], onMasked: OnMasked = () => {}): Field[] {
  const masked = (text: string) => {
    const mask = createStreamMask(() => values);
    mask.hold(text);
    const shown = mask.release();
    if (mask.count() > 0) onMasked(mask.count());
    return shown;
  };
  return fields.map(([name, value]) => [masked(name), masked(value)]);
}
