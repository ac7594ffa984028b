import type { OutputGap } from '../../../src-shared/contracts/executions.contract.ts';
import type { OutputMask } from '../../../src-shared-node/masking/output-mask.ts';
import type { SlicedWork } from '../../../src-shared-node/sliced-work.ts';
import type { OutputStream } from '../../engine/engine.ts';
import { createEndsText } from './ends-text.ts';
import { createHeadText, type StreamEnd, type StreamText, type TextPart } from './head-text.ts';

export interface OutputText {
  /** Returns the text up to the last line end in it. The rest waits, and all of it if the chunk continues. */
  push(stream: OutputStream, chunk: Uint8Array, continues?: boolean): string;
  /** Returns the text that waits, after a fixed time without output. */
  release(stream: OutputStream): string;
  /** Returns true if text of a stream waits. */
  isHolding(stream: OutputStream): boolean;
  /** Adds bytes after the head, for a run that keeps both ends. */
  pushTail(stream: OutputStream, at: number, chunk: Uint8Array): void;
  /** Returns the remaining text of a stream; nothing for a cut head, so that it ends with a whole character. */
  finish(stream: OutputStream, end: StreamEnd): SlicedWork<TextPart[]>;
  /** Returns the whole text of a stream so far. */
  all(stream: OutputStream): string;
  /** Returns the position of the part that is missing between the two ends. */
  gap(stream: OutputStream): OutputGap | undefined;
  /** Returns true if the text of a stream has U+FFFD instead of bytes that are not UTF-8. */
  hasReplaced(stream: OutputStream): boolean;
}

interface KeptText {
  reader: StreamText;
  parts: string[];
  gap?: OutputGap;
}

/**
 * Turns the two streams of a run from bytes into masked text, in the units of the mask.
 * @param marginBytes set for a run that keeps both ends: see {@link createEndsText}
 */
export function createOutputText(secrets: OutputMask, marginBytes?: number): OutputText {
  const { units } = secrets;
  const newStream = (): KeptText => ({
    reader:
      marginBytes === undefined
        ? createHeadText(secrets.newStream(), { units })
        : createEndsText(secrets.newStream, marginBytes, { units }),
    parts: [],
  });
  const streams = { stdout: newStream(), stderr: newStream() };
  const keepText = (stream: OutputStream, text: string) => keep(streams[stream], { text }).text;
  return {
    push: (stream, chunk, continues) => keepText(stream, streams[stream].reader.push(chunk, continues)),
    release: (stream) => keepText(stream, streams[stream].reader.release()),
    isHolding: (stream) => streams[stream].reader.isHolding(),
    pushTail: (stream, at, chunk) => streams[stream].reader.pushTail(at, chunk),
    *finish(stream, end) {
      const last = yield* streams[stream].reader.finish(end);
      return last.map((part) => keep(streams[stream], part)).filter(({ text }) => text !== '');
    },
    all: (stream) => streams[stream].parts.join(''),
    gap: (stream) => streams[stream].gap,
    hasReplaced: (stream) => streams[stream].reader.hasReplaced(),
  };
}

/** Stores a part of the text. The line that replaces a gap starts on a new line. */
function keep(kept: KeptText, { text, missingBytes }: TextPart): TextPart {
  if (missingBytes === undefined) {
    if (text !== '') kept.parts.push(text);
    return { text };
  }
  const last = kept.parts.at(-1);
  const line = last === undefined || last.endsWith('\n') ? text : `\n${text}`;
  kept.gap = { line: countLines([...kept.parts, line]), bytes: missingBytes };
  kept.parts.push(line);
  return { text: line, missingBytes };
}

function countLines(parts: readonly string[]): number {
  let count = 0;
  for (const part of parts) for (let at = part.indexOf('\n'); at !== -1; at = part.indexOf('\n', at + 1)) count++;
  return count;
}
