import type { SlicedWork } from '../../core/sliced-work.ts';
import { textUnits } from './output-units.ts';
import type { StreamMask } from './stream-mask.ts';

/** Part of a stream's text. With `missingBytes`, it is the line that replaces this number of bytes. */
export interface TextPart {
  text: string;
  missingBytes?: number;
}

/** End of a stream, as the engine reports it. */
export interface StreamEnd {
  isTruncated: boolean;
  /** The sandbox was killed, so the stream may end anywhere. */
  isKilled: boolean;
}

/** Turns one stream from bytes into masked text. */
export interface StreamText {
  /** Returns the text that the chunk completes. A partial character or secret at its end waits for the next chunk. */
  push(chunk: Uint8Array): string;
  /** Adds bytes after the head, from position `at` of the stream. */
  pushTail(at: number, chunk: Uint8Array): void;
  /** Returns the remaining text at the end of the stream. */
  finish(end: StreamEnd): SlicedWork<TextPart[]>;
  /** Returns true if bytes of the text so far were replaced because they are not UTF-8. */
  hasReplaced(): boolean;
}

/** Creates the text of a stream of which the first bytes are kept. A cut stream ends with a whole character. */
export function createHeadText(mask: StreamMask, units = textUnits): StreamText {
  const decoder = units.newDecoder();
  let hasReplaced = false;
  return {
    push: (chunk) => mask.push(decoder.push(chunk)),
    pushTail: () => undefined,
    *finish({ isTruncated }) {
      yield;
      const last = isTruncated ? '' : mask.push(decoder.end());
      return [{ text: last + mask.finish(isTruncated) }];
    },
    hasReplaced() {
      hasReplaced ||= decoder.takeReplaced();
      return hasReplaced;
    },
  };
}
