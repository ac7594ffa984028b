/**
 * Reads the tokens of a Java source at bracket depths 0 and 1, in linear time. Names, keywords and numbers are one
 * token; all other tokens are one character. Comments, literals and text blocks are skipped (JLS 3.3 to 3.10).
 * @param take receives a token and its bracket depth, and returns true to stop
 */
export function readJavaTokens(source: string, take: (token: string, depth: number) => boolean): void {
  const code = withoutEscapes(source);
  let depth = 0;
  for (let at = 0; at < code.length; ) {
    const first = code.charCodeAt(at);
    if (isNameCode(first)) {
      const start = at;
      while (isNameCode(code.charCodeAt(++at)));
      if (depth < 2 && take(code.slice(start, at), depth)) return;
    } else if (first === slash && code.charCodeAt(at + 1) === slash) at = endOf(code, '\n', at);
    else if (first === slash && code.charCodeAt(at + 1) === star) at = endOf(code, '*/', at + 2);
    else if (first === quote || first === apostrophe) at = endOfLiteral(code, first, at);
    else {
      if (isClosing(first)) depth = Math.max(depth - 1, 0);
      if (first > space && depth < 2 && take(code.charAt(at), depth)) return;
      if (isOpening(first)) depth++;
      at++;
    }
  }
}

const [newline, space, quote, dollar, apostrophe, star, slash] = [0x0a, 0x20, 0x22, 0x24, 0x27, 0x2a, 0x2f];
const [backslash, underscore] = [0x5c, 0x5f];

/** Returns true for `(`, `[` and `{`. */
function isOpening(code: number): boolean {
  return code === 0x28 || code === 0x5b || code === 0x7b;
}

/** Returns true for `)`, `]` and `}`. */
function isClosing(code: number): boolean {
  return code === 0x29 || code === 0x5d || code === 0x7d;
}

/** Returns true for letters, digits, `_`, `$` and characters beyond ASCII; false for NaN (the end of the source). */
function isNameCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === underscore ||
    code === dollar ||
    code > 0x7f
  );
}

function endOf(code: string, mark: string, from: number): number {
  const found = code.indexOf(mark, from);
  return found === -1 ? code.length : found + mark.length;
}

/** Skips a literal or a text block. A literal ends at the end of its line at the latest. */
function endOfLiteral(code: string, mark: number, start: number): number {
  const isBlock = mark === quote && isBlockMark(code, start);
  for (let at = start + (isBlock ? 3 : 1); at < code.length; at++) {
    const next = code.charCodeAt(at);
    if (next === backslash) at++;
    else if (isBlock ? next === quote && isBlockMark(code, at) : next === mark) return at + (isBlock ? 3 : 1);
    else if (next === newline && !isBlock) return at;
  }
  return code.length;
}

function isBlockMark(code: string, at: number): boolean {
  return code.charCodeAt(at + 1) === quote && code.charCodeAt(at + 2) === quote;
}

/** Translates Unicode escapes such as `\u0041`. An escaped backslash does not begin one. */
function withoutEscapes(code: string): string {
  if (!code.includes('\\u')) return code;
  return code.replaceAll(/\\(?:\\|u+([0-9a-fA-F]{4}))/g, (whole, digits: string | undefined) =>
    digits === undefined ? whole : String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
