/** Letters of scripts in which U+200C and U+200D are ordinary characters (UAX 31, 2.3: A1, A2, B). */
const joined =
  '[\\p{Script=Arab}\\p{Script=Syrc}\\p{Script=Nkoo}\\p{Script=Mong}\\p{Script=Deva}\\p{Script=Beng}\\p{Script=Guru}\\p{Script=Gujr}\\p{Script=Orya}\\p{Script=Taml}\\p{Script=Telu}\\p{Script=Knda}\\p{Script=Mlym}\\p{Script=Sinh}\\p{Script=Khmr}]';

/** Contexts in which a character of the classes below is harmless; each pattern ends with that character. */
const harmless = [
  // The selector between text and emoji style, whose effect is visible, and the joiner within an emoji.
  '\\p{Emoji}[\\ufe0e\\ufe0f]',
  '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]\\u200d(?=\\p{Extended_Pictographic})',
  `${joined}[\\u200c\\u200d](?=${joined})`,
  // Visible signs of Arabic, Syriac and Kaithi numbers.
  '[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]',
  '\\r(?=\\n)',
].join('|');

let compiled: RegExp | undefined;

/**
 * Returns the expression for a character that controls a terminal, is invisible, or changes the reading direction: C0 and C1
 * controls (including DEL, ESC and CSI), format characters (bidirectional, zero-width, tags, soft hyphen, byte order mark), other
 * invisible characters (fillers, variation selectors), line and paragraph separators, lone surrogates and noncharacters.
 * Line feed, tab, CR before LF, and the characters that emoji and joining scripts need are allowed (Unicode UTR 36, UTS 39
 * and 55). Takes linear time, because it reads one character around each match. It is created at its first use, which takes
 * milliseconds that a command without such text does not need.
 */
export function hiddenCharacter(): RegExp {
  compiled ??= new RegExp(
    `[^\\P{Cc}\\t\\n](?<!\\r(?=\\n))|[\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}](?<!${harmless})`,
    'gu',
  );
  return compiled;
}

/** Text without any hidden character. */
const plainText = /^[\t\n\x20-\x7e]*$/;

/**
 * Makes the hidden characters of a text visible: each becomes its symbol (`␛`) or its code point (`‹U+202E›`). All
 * untrusted text passes this function before it reaches a terminal, a log or the interface. Line feeds and tabs are kept.
 * Idempotent.
 */
export function visibleText(text: string): string {
  return plainText.test(text) ? text : text.replace(hiddenCharacter(), pictureOf);
}

/** Does the same and puts the text on one line. */
export function visibleLine(text: string): string {
  return visibleText(text.replace(/\r\n|[\r\n\u2028\u2029]/g, '␊').replaceAll('\t', ' '));
}

/** Escapes the hidden characters of a JSON text, so that no terminal interprets them; its value stays the same. */
export function visibleJson(json: string): string {
  if (plainText.test(json)) return json;
  return json.replace(
    /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]|[^\P{Cc}\n]/gu,
    escapeOf,
  );
}

function pictureOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}

function escapeOf(character: string): string {
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
