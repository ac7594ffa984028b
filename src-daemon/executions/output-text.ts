import { TextDecoder } from 'node:util';
import type { OutputStream } from '../engine/engine.ts';
import type { OutputMask } from './output-mask.ts';
import type { StreamMask } from './stream-mask.ts';

export interface OutputText {
  /** The text that the chunk completes; a character or a secret that is cut by the chunk's end waits for the next. */
  push(stream: OutputStream, chunk: Uint8Array): string;
  /** What is left at the end of a stream; nothing for one that was cut, so that it ends on a whole character. */
  finish(stream: OutputStream, truncated: boolean): string;
  /** All of a stream so far. */
  all(stream: OutputStream): string;
}

/** Turns the two streams of a run from bytes into masked text, whatever the borders of the chunks. */
export function createOutputText(secrets: OutputMask): OutputText {
  const streams = { stdout: newStream(secrets.newStream()), stderr: newStream(secrets.newStream()) };
  return {
    push: (stream, chunk) => {
      const { decoder, mask } = streams[stream];
      return keep(streams[stream], mask.push(decoder.decode(chunk, { stream: true })));
    },
    finish: (stream, truncated) => {
      const { decoder, mask } = streams[stream];
      const last = truncated ? '' : mask.push(decoder.decode());
      return keep(streams[stream], last + mask.finish(truncated));
    },
    all: (stream) => streams[stream].parts.join(''),
  };
}

interface TextStream {
  decoder: TextDecoder;
  mask: StreamMask;
  parts: string[];
}

function newStream(mask: StreamMask): TextStream {
  return { decoder: new TextDecoder('utf-8', { ignoreBOM: true }), mask, parts: [] };
}

function keep({ parts }: TextStream, text: string): string {
  if (text !== '') parts.push(text);
  return text;
}
