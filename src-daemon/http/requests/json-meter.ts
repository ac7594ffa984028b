import { AppError } from '../../core/app-error.ts';

/** Limits of a JSON body. Values and levels cost time and memory to parse; long strings cost little. */
export const jsonLimits = { values: 10_000, depth: 64 } as const;

export interface JsonMeter {
  /** Reads the next bytes of the body. @throws AppError `invalid_request` if the body exceeds a limit */
  read(chunk: Uint8Array): void;
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Counts the values and levels of a JSON text in UTF-8 while it arrives, in linear time and constant memory, so that a
 * body which is expensive to parse is refused without being parsed. A text that is no JSON may pass: the parser stops
 * at
 * its first fault, and up to there the two agree on what is a string.
 */
export function createJsonMeter(): JsonMeter {
  let isInString = false;
  let isEscaped = false;
  let depth = 0;
  let values = 1;

  function count(byte: number): void {
    if (byte === quote) isInString = true;
    else if (byte === comma) values++;
    else if (byte === openBrace || byte === openBracket) {
      values++;
      depth++;
    } else if (byte === closeBrace || byte === closeBracket) depth--;
    if (values > jsonLimits.values) throw new AppError('invalid_request', tooMany);
    if (depth > jsonLimits.depth) throw new AppError('invalid_request', tooDeep);
  }

  return {
    read(chunk) {
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at] ?? 0;
        if (!isInString) count(byte);
        else if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
      }
    },
  };
}

const tooMany = `The body has more than ${jsonLimits.values.toLocaleString('en')} values. Send fewer fields or elements.`;
const tooDeep = `The body is nested more than ${jsonLimits.depth} levels deep.`;
