/** Limits of a JSON text. Values and levels cost time and memory to parse; long strings cost little. */
export interface JsonLimits {
  values: number;
  depth: number;
}

export interface JsonMeter {
  /** Reads the next bytes of the text. Returns the limit that the text exceeds; undefined if there is none. */
  read(chunk: Uint8Array): keyof JsonLimits | undefined;
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
 * text which is expensive to parse is refused without being parsed. A text that is no JSON may pass: the parser stops
 * at its first fault, and up to there the two agree on what is a string.
 */
export function createJsonMeter(limits: JsonLimits): JsonMeter {
  let isInString = false;
  let isEscaped = false;
  let depth = 0;
  let values = 1;
  let exceeded: keyof JsonLimits | undefined;

  function count(byte: number): void {
    if (byte === quote) isInString = true;
    else if (byte === comma) values++;
    else if (byte === openBrace || byte === openBracket) {
      values++;
      depth++;
    } else if (byte === closeBrace || byte === closeBracket) depth--;
    if (values > limits.values) exceeded = 'values';
    else if (depth > limits.depth) exceeded = 'depth';
  }

  return {
    read(chunk) {
      for (let at = 0; at < chunk.length && exceeded === undefined; at++) {
        const byte = chunk[at] ?? 0;
        if (!isInString) count(byte);
        else if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
      }
      return exceeded;
    },
  };
}
