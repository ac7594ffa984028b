import { isMaskable } from '../../src-shared/contracts/secrets.contract.ts';
import { escapedForms, unicodeEscape } from './library-escapes.ts';

/** Line lengths of base64 in `base64` and MIME (76) and in PEM (64). */
const wrapColumns = [76, 64] as const;
/** Maximum number of lines of all values that are also searched in encoded form; each has up to 25 such forms. */
const encodedLinesLimit = 2048;
/** The first UTF-16 units decide if a form is long enough. Counting the characters of all would take most of the time. */
const enoughUnits = 32;

/**
 * Generates every form in which a program may print a value by accident (crypto.md, "In memory"): unchanged, line by line,
 * in base64 at any offset, in hexadecimal, and escaped for URLs, JSON, HTML, string literals and shells. Values and lines under 6 characters
 * have no form. If a value has too many lines, its lines are searched unchanged only. A form can occur twice. A generator
 * lets the caller pause between the forms.
 */
export function* maskedForms(values: readonly string[]): Generator<string, void, void> {
  let linesLeft = encodedLinesLimit;
  for (const value of new Set(values)) {
    const lines = linesOf(value);
    const isEncoded = lines.length <= linesLeft;
    if (isEncoded) linesLeft -= lines.length;
    for (const form of formsOf(value, lines, isEncoded)) if (isMaskable(form.slice(0, enoughUnits))) yield form;
  }
}

/**
 * Returns an upper bound of the length of a form in bytes of UTF-8, without generating the forms: a UTF-16 unit takes up to
 * six bytes in JSON (`\u00e9`) and eight in HTML (`&#x20ac;`), a byte takes up to four in a literal of bytes (`\xc3`) and
 * three in a URL, and hexadecimal and base64 with line breaks take less.
 */
export function longestFormBytes(values: readonly string[]): number {
  return Math.max(0, ...values.map((value) => Math.max(8 * value.length, 4 * Buffer.byteLength(value)) + 16));
}

function* formsOf(value: string, lines: readonly string[], isEncoded: boolean): Generator<string, void, void> {
  yield* lines;
  for (const text of new Set([value, value.trim()])) if (isMaskable(text)) yield* allForms(text);
  if (isEncoded) for (const line of lines) if (isMaskable(line)) yield* lineForms(line);
}

function* allForms(text: string): Generator<string, void, void> {
  yield text;
  yield* base64Forms(text);
  yield* urlForms(text);
  yield* jsonForms(text);
  const hex = Buffer.from(text).toString('hex');
  yield hex;
  yield hex.toUpperCase();
  const others = [htmlForms(text, quoteEntities), escapedForms(text), literalForms(text), shellForms(text)];
  for (const forms of others) for (const form of forms) if (form !== text) yield form;
}

/** Generates the most likely encoded forms of a line. */
function* lineForms(line: string): Generator<string, void, void> {
  yield* unbrokenBase64(Buffer.from(line));
  yield encodeURIComponent(line);
  yield JSON.stringify(line).slice(1, -1);
  for (const forms of [htmlForms(line, quoteEntities.slice(0, 3)), quotedForms(pythonLiteral(line))])
    for (const form of forms) if (form !== line) yield form;
}

function linesOf(value: string): string[] {
  const lines = value.split(/\r\n|\r|\n/);
  return lines.length === 1 ? [] : [...new Set(lines.flatMap((line) => [line, line.trim()]))];
}

function* base64Forms(text: string): Generator<string, void, void> {
  const bytes = Buffer.from(text);
  yield* unbrokenBase64(bytes);
  yield* brokenBase64(bytes);
}

/** Generates base64 in every alignment and both alphabets. */
function* unbrokenBase64(bytes: Buffer): Generator<string, void, void> {
  for (const offset of [0, 1, 2])
    for (const standard of alignedBase64(bytes, offset)) {
      yield standard;
      yield standard.replaceAll('+', '-').replaceAll('/', '_');
    }
}

/**
 * Generates the base64 of bytes that follow `offset` other bytes: the characters that depend on these bytes alone, and the
 * text up to the end if no bytes follow.
 */
function* alignedBase64(bytes: Buffer, offset: number): Generator<string> {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const first = Math.ceil((offset * 8) / 6);
  const whole = encoded.slice(first, Math.floor(((offset + bytes.length) * 8) / 6));
  yield whole;
  const ended = encoded.slice(first);
  yield ended.slice(0, encoded.indexOf('=') === -1 ? undefined : encoded.indexOf('=') - first);
  yield ended;
}

/** Generates base64 with line breaks, for text that begins with the value. */
function* brokenBase64(bytes: Buffer): Generator<string, void, void> {
  const encoded = bytes.toString('base64');
  // The last characters depend on the next bytes. If there are none, they belong to the value.
  const sure = encoded.slice(0, Math.floor((bytes.length * 8) / 6));
  for (const columns of wrapColumns)
    for (const end of ['\n', '\r\n']) {
      yield wrapped(sure, columns, end);
      yield wrapped(encoded, columns, end);
    }
}

function wrapped(text: string, columns: number, end: string): string {
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += columns) lines.push(text.slice(at, at + columns));
  return lines.join(end);
}

/** Generates percent-encoding (RFC 3986) as JavaScript, Python and HTML forms write it, with both cases of the digits. */
function* urlForms(text: string): Generator<string, void, void> {
  const component = encodeURIComponent(text);
  const strict = component.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  yield* bothCases(component);
  yield* bothCases(strict);
  yield* bothCases(strict.replaceAll('%2F', '/'));
  yield* bothCases(strict.replaceAll('%20', '+'));
  yield* bothCases(new URLSearchParams([['', text]]).toString().slice(1));
  yield* bothCases(encodeURI(text));
}

const percent = '%'.charCodeAt(0);
const [upperA, upperF] = ['A'.charCodeAt(0), 'F'.charCodeAt(0)];
const toLower = 'a'.charCodeAt(0) - upperA;

/** Generates a percent-encoded text with its hexadecimal digits in upper and in lower case. The text is ASCII. */
function* bothCases(upper: string): Generator<string, void, void> {
  yield upper;
  const bytes = Buffer.from(upper, 'latin1');
  for (let at = bytes.indexOf(percent); at !== -1; at = bytes.indexOf(percent, at + 3)) {
    for (const digit of [at + 1, at + 2]) {
      const code = bytes[digit] ?? 0;
      if (code >= upperA && code <= upperF) bytes[digit] = code + toLower;
    }
  }
  yield bytes.toString('latin1');
}

/** Generates JSON strings (RFC 8259) as JavaScript, Python (ASCII only), PHP (`\/`) and Go (`\u003c`) write them. */
function* jsonForms(text: string): Generator<string, void, void> {
  const plain = JSON.stringify(text).slice(1, -1);
  const ascii = plain.replace(/[\u007f-\uffff]/g, unicodeEscape);
  yield plain;
  yield ascii;
  yield plain.replaceAll('/', '\\/');
  yield ascii.replaceAll('/', '\\/');
  yield plain.replace(/[<>&\u2028\u2029]/g, unicodeEscape);
}

/** How programs write `"` and `'` in HTML, the likeliest first. */
const quoteEntities: readonly (readonly [double: string, single: string])[] = [
  ['"', "'"], // pandas, Python without quotes
  ['&quot;', '&#x27;'], // Python
  ['&#34;', '&#39;'], // Jinja, Go
  ['&quot;', '&#39;'], // JavaScript libraries
  ['&quot;', "'"], // attributes of browsers and of ElementTree
  ['&quot;', '&apos;'], // XML
  ['&quot;', '&#039;'], // PHP
];

function* htmlForms(text: string, quotes: typeof quoteEntities): Generator<string, void, void> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  for (const [double, single] of quotes) yield escaped.replaceAll('"', double).replaceAll("'", single);
}

/** Generates string literals as Python (`repr`, `ascii`, bytes), Node (`util.inspect`) and Bash (`$'…'`) write them. */
function* literalForms(text: string): Generator<string, void, void> {
  yield* quotedForms(pythonLiteral(text));
  // Printable ASCII, tabs and line ends are the same in all of them.
  if (!/[^ -~\t\n\r]/.test(text)) return;
  yield* quotedForms(pythonLiteral(text, notAscii));
  yield* quotedForms(pythonLiteral(Buffer.from(text).toString('latin1'), notAscii));
  yield* quotedForms(literal(text, control, nodeEscape));
  yield literal(text, bashUnprintable, bashEscape).replaceAll("'", "\\'");
}

/** Generates a literal without and with escaped single quotes, because the text around the value decides. */
function* quotedForms(content: string): Generator<string, void, void> {
  yield content;
  yield content.replaceAll("'", "\\'");
}

const control = /\p{Cc}/gu;
/** The characters for which `iswprint` of glibc is false. */
const bashUnprintable = /[\p{Cc}\p{Cn}\u2028\u2029]/gu;
const notAscii = /[^ -~]/gu;
/** The characters for which `str.isprintable` of Python is false. */
const unprintable = /\p{C}|(?! )\p{Z}/gu;

function pythonLiteral(text: string, escaped = unprintable): string {
  return literal(text, escaped, pythonEscape);
}

function literal(text: string, escaped: RegExp, escapeChar: (char: string) => string): string {
  const escapes = new Map<string, string>();
  return text.replaceAll('\\', '\\\\').replace(escaped, (char) => {
    const escapeSequence = escapes.get(char) ?? escapeChar(char);
    escapes.set(char, escapeSequence);
    return escapeSequence;
  });
}

function pythonEscape(char: string): string {
  const hex = char.codePointAt(0)?.toString(16) ?? '';
  if (hex.length > 4) return `\\U${hex.padStart(8, '0')}`;
  if (hex.length > 2) return `\\u${hex.padStart(4, '0')}`;
  return lineEscapes.get(char) ?? `\\x${hex.padStart(2, '0')}`;
}

function nodeEscape(char: string): string {
  const code = char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
  return nodeEscapes.get(char) ?? `\\x${code}`;
}

function bashEscape(char: string): string {
  const octal = Array.from(Buffer.from(char), (byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return bashEscapes.get(char) ?? octal.join('');
}

const lineEscapes = new Map([
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);
const nodeEscapes = new Map([...lineEscapes, ['\b', '\\b'], ['\f', '\\f']]);
const bashEscapes = new Map([...nodeEscapes, ['\u0007', '\\a'], ['\v', '\\v'], ['\u001b', '\\E']]);

/** Generates words as `declare -p`, `set` and `printf %q` of Bash write them. Control characters make each of them `$'…'`. */
function* shellForms(text: string): Generator<string, void, void> {
  yield text.replace(/["$\\`]/g, '\\$&');
  yield text.replaceAll("'", "'\\''");
  yield text.replace(/[ !"$&'()*,;<>?[\\\]^`{|}]|(?<=[:=])~/g, '\\$&');
}
