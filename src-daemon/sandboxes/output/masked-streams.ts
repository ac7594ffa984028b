import { createQuietTimer } from '../../../src-shared-node/masking/stream-borders.ts';
import { doInSlices, type SlicedWork } from '../../../src-shared-node/sliced-work.ts';
import { createHeadText } from '../../work/output/head-text.ts';
import type { SandboxMask } from '../life/sandbox.ts';

export type OutputStream = 'stdout' | 'stderr';
const streams = ['stdout', 'stderr'] as const;

/** Number of bytes that are masked between two pauses. */
const pieceBytes = 4096;

interface MaskedStreamsOptions {
  mask: SandboxMask;
  /** Called with masked text in order. A returned promise delays further output. */
  append: (stream: OutputStream, text: string) => void | Promise<void>;
  /** The sequence in which the owner calls these functions. */
  inOrder: Sequence;
}

/**
 * Decodes and masks the two output streams of a program, in the units of the mask. Text without a line end is appended
 * after a fixed time without output.
 */
export function createMaskedStreams({ mask, append, inOrder }: MaskedStreamsOptions) {
  const newReader = () => createHeadText(mask.newStream(), { units: mask.units, limitBytes: Number.POSITIVE_INFINITY });
  const readers = { stdout: newReader(), stderr: newReader() };
  const quiet = { stdout: newTimer('stdout'), stderr: newTimer('stderr') };

  return {
    async push(stream: OutputStream, chunk: Uint8Array): Promise<void> {
      await mask.isPrepared;
      const text = await doInSlices(read(stream, chunk));
      if (text !== '') await append(stream, text);
      if (readers[stream].isHolding()) quiet[stream].restart();
      else quiet[stream].stop();
    },
    /** Appends the text that waits for a line end. */
    async release(): Promise<void> {
      for (const stream of streams) await releaseOne(stream);
    },
    /** Appends the rest of the text. */
    async finish(): Promise<void> {
      await mask.isPrepared;
      for (const stream of streams) {
        quiet[stream].stop();
        const parts = await doInSlices(readers[stream].finish({ isTruncated: false, isKilled: false }));
        for (const { text } of parts) if (text !== '') await append(stream, text);
      }
    },
    /** Returns true if bytes of a stream so far were replaced because they are not UTF-8. */
    hasReplaced: (stream: OutputStream): boolean => readers[stream].hasReplaced(),
  };

  function newTimer(stream: OutputStream) {
    // An output that cannot be appended is reported by the next call.
    return createQuietTimer(() => void inOrder(() => releaseQuiet(stream)).catch(() => undefined));
  }

  async function releaseQuiet(stream: OutputStream): Promise<void> {
    // Output that was masked since then has started the timer again.
    if (!quiet[stream].isWaiting()) await releaseOne(stream);
  }

  async function releaseOne(stream: OutputStream): Promise<void> {
    const text = readers[stream].release();
    if (text !== '') await append(stream, text);
  }

  function* read(stream: OutputStream, chunk: Uint8Array): SlicedWork<string> {
    const texts: string[] = [];
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const continues = at + pieceBytes < chunk.length;
      texts.push(readers[stream].push(chunk.subarray(at, at + pieceBytes), continues));
      yield;
    }
    return texts.join('');
  }
}

/** Masks a whole text. */
export async function maskText(mask: SandboxMask, text: string): Promise<string> {
  await mask.isPrepared;
  return await doInSlices(maskPieces(mask, text));
}

function* maskPieces(mask: SandboxMask, text: string): SlicedWork<string> {
  const stream = mask.newStream();
  for (let at = 0; at < text.length; at += pieceBytes) {
    stream.hold(text.slice(at, at + pieceBytes));
    yield;
  }
  return stream.release();
}

export type Sequence = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Does works one after the other. A failure does not prevent the next one. */
export function createSequence(): Sequence {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
