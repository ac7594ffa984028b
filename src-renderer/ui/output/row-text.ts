import type { OutputRow } from './output-log.ts';
import { plainLine } from './terminal-text.ts';

const printableAscii = /^[ -~]*$/;
/** Characters that a terminal shows two columns wide, as far as output usually has them (UAX 11). */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
/** Marks that are drawn over the character before them. */
const combining = /[\p{Mn}\p{Me}\u200d]/u;
/** A tab takes at most this many columns. */
const tabColumns = 8;

/** Returns the text of a row as it is shown, without colours. */
export function textOfRow({ raw }: OutputRow): string {
  return plainLine(raw);
}

/** Returns how many columns of a fixed-width font a text takes at most. */
export function columnsOf(text: string): number {
  if (printableAscii.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += columnsOfCharacter(character);
  return columns;
}

/** Returns where the part of a text that begins at a column starts, as an offset of the text. */
export function offsetOfColumn(text: string, column: number): number {
  if (printableAscii.test(text)) return Math.min(column, text.length);
  let [at, offset] = [0, 0];
  for (const character of text) {
    if (at >= column) break;
    at += columnsOfCharacter(character);
    offset += character.length;
  }
  return offset;
}

function columnsOfCharacter(character: string): number {
  if (character === '\t') return tabColumns;
  if (character <= '~') return 1;
  if (combining.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
