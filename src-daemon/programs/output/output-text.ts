import type { OutputGap } from '../../../src-shared/contracts/executions.contract.ts';
import type { SlicedWork } from '../../core/sliced-work.ts';
import type { OutputStream } from '../../engine/engine.ts';
import { createEndsText } from './ends-text.ts';
import { createHeadText, type StreamEnd, type StreamText, type TextPart } from './head-text.ts';
import type { OutputMask } from './output-mask.ts';

export interface OutputText {
  /** Returns the text that the chunk completes. A partial character or secret at its end waits for the next chunk. */
  push(stream: OutputStream, chunk: Uint8Array): string;
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
 * Turns the two streams of a run from bytes into masked text, in the units of the mask. The result does not depend on how the streams are split into
 * chunks.
 * @param marginBytes set for a run that keeps both ends: see {@link createEndsText}
 */
export function createOutputText(secrets: OutputMask, marginBytes?: number): OutputText {
  const { units } = secrets;
  const newStream = (): KeptText => ({
    reader:
      marginBytes === undefined
        ? createHeadText(secrets.newStream(), units)
        : createEndsText(secrets.newStream, marginBytes, { units }),
    parts: [],
  });
  const streams = { stdout: newStream(), stderr: newStream() };
  return {
    push(stream, chunk) {
      const { reader, parts } = streams[stream];
      const text = reader.push(chunk);
      if (text !== '') parts.push(text);
      return text;
    },
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
