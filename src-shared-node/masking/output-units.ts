import { TextDecoder } from 'node:util';
import type { OutputPart } from '../../src-shared/program-result.ts';
import { firstBytes, lastBytes } from './cut-text.ts';

/**
 * The units in which the bytes of a stream are masked: characters of a text, or single bytes. Both are strings, so that one
 * mask serves both.
 */
export interface OutputUnits {
  /** Returns the units that the program prints for a text. */
  fromText(text: string): string;
  /** Returns the number of bytes of the units. */
  sizeOf(units: string): number;
  newDecoder(): UnitDecoder;
  /** Returns the first whole units of at most this number of bytes. */
  firstOf(units: string, limitBytes: number): string;
  /** Returns the last whole units of at most this number of bytes. */
  lastOf(units: string, limitBytes: number): string;
}

export interface UnitDecoder {
  /** Returns the units that the chunk completes. */
  push(chunk: Uint8Array): string;
  /** Returns the last units. The next chunk begins a new stream. */
  end(): string;
  /** Returns true if bytes were replaced because they are not UTF-8, since the last call. */
  takeReplaced(): boolean;
}

/** Characters of UTF-8. Bytes that are not UTF-8 become U+FFFD. */
export const textUnits: OutputUnits = {
  fromText: (text) => text,
  sizeOf: (units) => Buffer.byteLength(units),
  newDecoder: newTextDecoder,
  firstOf: firstBytes,
  lastOf: lastBytes,
};

/** Bytes, each as the character with its number. */
export const byteUnits: OutputUnits = {
  fromText: (text) => Buffer.from(text, 'utf8').toString('latin1'),
  sizeOf: (units) => units.length,
  newDecoder: () => ({
    push: (chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1'),
    end: () => '',
    takeReplaced: () => false,
  }),
  firstOf: (units, limitBytes) => units.slice(0, limitBytes),
  lastOf: (units, limitBytes) => units.slice(Math.max(units.length - limitBytes, 0)),
};

/** Returns text as it is, and {@link byteUnits} in base64. */
export function encodeOutput(units: OutputUnits, output: string): OutputPart {
  if (units === textUnits) return { text: output };
  return { text: Buffer.from(output, 'latin1').toString('base64'), encoding: 'base64' };
}

function newTextDecoder(): UnitDecoder {
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
  // A program can print U+FFFD itself, so only a second decoder shows that bytes were replaced.
  let strict = newStrictDecoder();
  let isReplaced = false;

  function check(chunk: Uint8Array, stream: boolean): void {
    if (isReplaced) return;
    try {
      strict.decode(chunk, { stream });
    } catch {
      isReplaced = true;
    }
  }

  return {
    push(chunk) {
      check(chunk, true);
      return lenient.decode(chunk, { stream: true });
    },
    end() {
      check(new Uint8Array(), false);
      return lenient.decode();
    },
    takeReplaced() {
      const taken = isReplaced;
      if (taken) strict = newStrictDecoder();
      isReplaced = false;
      return taken;
    },
  };
}

function newStrictDecoder(): TextDecoder {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
}
