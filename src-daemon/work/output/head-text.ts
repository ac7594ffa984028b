import { textUnits } from '../../../src-shared-node/masking/output-units.ts';
import { cutUnits } from '../../../src-shared-node/masking/stream-borders.ts';
import type { StreamMask } from '../../../src-shared-node/masking/stream-mask.ts';
import type { SlicedWork } from '../../../src-shared-node/sliced-work.ts';
import { outputCapBytes } from '../../engine/engine.ts';

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
  /** Returns the text up to the last line end in it. The rest waits, and all of it if the chunk continues. */
  push(chunk: Uint8Array, continues?: boolean): string;
  /** Returns the text that waits, after a fixed time without output; none where the stream may have been cut. */
  release(): string;
  /** Returns true if text waits. */
  isHolding(): boolean;
  /** Adds bytes after the head, from position `at` of the stream. */
  pushTail(at: number, chunk: Uint8Array): void;
  /** Returns the remaining text at the end of the stream. */
  finish(end: StreamEnd): SlicedWork<TextPart[]>;
  /** Returns true if bytes of the text so far were replaced because they are not UTF-8. */
  hasReplaced(): boolean;
}

/** Creates the text of a stream of which the first bytes are kept. A cut stream ends with a whole line or character. */
export function createHeadText(mask: StreamMask, { units = textUnits, limitBytes = outputCapBytes } = {}): StreamText {
  const decoder = units.newDecoder();
  let hasReplaced = false;
  let bytes = 0;
  return {
    push(chunk, continues = false) {
      bytes += chunk.length;
      mask.hold(decoder.push(chunk));
      return continues ? '' : mask.push('');
    },
    release: () => (bytes < limitBytes ? mask.release() : ''),
    isHolding: mask.isHolding,
    pushTail: () => undefined,
    *finish({ isTruncated }) {
      yield;
      if (isTruncated) return [{ text: mask.releaseBut(cutUnits) }];
      return [{ text: mask.push(decoder.end()) + mask.release() }];
    },
    hasReplaced() {
      hasReplaced ||= decoder.takeReplaced();
      return hasReplaced;
    },
  };
}
