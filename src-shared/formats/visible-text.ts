/** Letters that U+200C and U+200D join or keep apart in ordinary writing (UAX 31, 2.3: A1, A2, B). */
const joined =
  '[\\p{Script=Arab}\\p{Script=Syrc}\\p{Script=Nkoo}\\p{Script=Mong}\\p{Script=Deva}\\p{Script=Beng}\\p{Script=Guru}\\p{Script=Gujr}\\p{Script=Orya}\\p{Script=Taml}\\p{Script=Telu}\\p{Script=Knda}\\p{Script=Mlym}\\p{Script=Sinh}\\p{Script=Khmr}]';

/** Where a character of the classes below is harmless, each ending with that character. */
const harmless = [
  // The choice between text and emoji, which is seen; and the joiner between two parts of one emoji.
  '\\p{Emoji}[\\ufe0e\\ufe0f]',
  '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]\\u200d(?=\\p{Extended_Pictographic})',
  `${joined}[\\u200c\\u200d](?=${joined})`,
  // Signs of Arabic, Syriac and Kaithi numbers, which are drawn.
  '[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]',
  '\\r(?=\\n)',
].join('|');

/**
 * A character that acts on a terminal, is not seen, or turns the reading direction: controls of C0 and C1 (with DEL, ESC
 * and CSI), format characters (bidirectional ones, zero-width ones, tags, soft hyphen, byte order mark), what else is
 * drawn as nothing (fillers, variation selectors), line and paragraph separators, lone surrogates and noncharacters. Not
 * line feed, tab, CR before LF, and what an emoji or a joining script needs (Unicode UTR 36, UTS 39 and 55).
 * Reads one character around each match: linear.
 */
export const hiddenCharacter = new RegExp(
  `[^\\P{Cc}\\t\\n](?<!\\r(?=\\n))|[\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}](?<!${harmless})`,
  'gu',
);

/**
 * The one function that text of others passes on its way to a terminal, a log or the interface: each hidden character
 * becomes its picture (`␛`) or is spelled out (`‹U+202E›`). Line feeds and tabs stay. Idempotent.
 */
export function visibleText(text: string): string {
  return text.replace(hiddenCharacter, pictureOf);
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visibleText(text.replace(/\r\n|[\r\n\u2028\u2029]/g, '␊').replaceAll('\t', ' '));
}

/** The same JSON with its hidden characters as escapes: no terminal acts on it, and its reader gets the same value. */
export function visibleJson(json: string): string {
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
