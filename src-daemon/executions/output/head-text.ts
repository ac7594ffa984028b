import { TextDecoder } from 'node:util';
import type { SlicedWork } from '../../core/sliced-work.ts';
import type { StreamMask } from './stream-mask.ts';

/** A piece of a stream's text; with `missingBytes` it is the line that stands for so many bytes. */
export interface TextPart {
  text: string;
  missingBytes?: number;
}

/** How the engine says that a stream ended. */
export interface StreamEnd {
  isTruncated: boolean;
  /** Its sandbox was killed, so that the last bytes may be any. */
  isKilled: boolean;
}

/** Turns one stream from bytes into masked text. */
export interface StreamText {
  /** The text that the chunk completes; a character or a secret that is cut by the chunk's end waits for the next. */
  push(chunk: Uint8Array): string;
  /** Takes bytes past the head, from position `at` of the stream. */
  pushTail(at: number, chunk: Uint8Array): void;
  /** What is left at the end of the stream. */
  finish(end: StreamEnd): SlicedWork<TextPart[]>;
}

/** The text of a stream of which the first bytes are kept. One that was cut ends on a whole character. */
export function createHeadText(mask: StreamMask): StreamText {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    push: (chunk) => mask.push(decoder.decode(chunk, { stream: true })),
    pushTail: () => undefined,
    *finish({ isTruncated }) {
      yield;
      const last = isTruncated ? '' : mask.push(decoder.decode());
      return [{ text: last + mask.finish(isTruncated) }];
    },
  };
}
