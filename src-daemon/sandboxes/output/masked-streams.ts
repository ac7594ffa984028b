import { doInSlices, type SlicedWork } from '../../core/sliced-work.ts';
import { createHeadText } from '../../programs/output/head-text.ts';
import type { SandboxMask } from '../life/sandbox.ts';

export type OutputStream = 'stdout' | 'stderr';
const streams = ['stdout', 'stderr'] as const;

/** Number of bytes that are masked between two pauses. */
const pieceBytes = 4096;

interface MaskedStreamsOptions {
  mask: SandboxMask;
  /** Called with masked text in order. A returned promise delays further output. */
  append: (stream: OutputStream, text: string) => void | Promise<void>;
}

/** Decodes and masks the two output streams of a program, in the units of the mask. */
export function createMaskedStreams({ mask, append }: MaskedStreamsOptions) {
  const newReader = () => createHeadText(mask.newStream(), mask.units);
  const readers = { stdout: newReader(), stderr: newReader() };

  return {
    async push(stream: OutputStream, chunk: Uint8Array): Promise<void> {
      await mask.isPrepared;
      const text = await doInSlices(read(stream, chunk));
      if (text !== '') await append(stream, text);
    },
    /** Appends the text that was held back because it could be the beginning of a secret. */
    async finish(): Promise<void> {
      await mask.isPrepared;
      for (const stream of streams) {
        const parts = await doInSlices(readers[stream].finish({ isTruncated: false, isKilled: false }));
        for (const { text } of parts) if (text !== '') await append(stream, text);
      }
    },
    /** Returns true if bytes of a stream so far were replaced because they are not UTF-8. */
    hasReplaced: (stream: OutputStream): boolean => readers[stream].hasReplaced(),
  };

  function* read(stream: OutputStream, chunk: Uint8Array): SlicedWork<string> {
    const texts: string[] = [];
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      texts.push(readers[stream].push(chunk.subarray(at, at + pieceBytes)));
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
  const texts: string[] = [];
  for (let at = 0; at < text.length; at += pieceBytes) {
    texts.push(stream.push(text.slice(at, at + pieceBytes)));
    yield;
  }
  return texts.join('') + stream.finish(false);
}

/** Does works one after the other. A failure does not prevent the next one. */
export function createSequence() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
