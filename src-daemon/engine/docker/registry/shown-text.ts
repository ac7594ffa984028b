import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';

const shownLength = 300;

/** Returns a text of a registry or an engine for a terminal: one line of at most 300 characters, without control characters. */
export function shownText(text: string): string {
  const short = text.slice(0, shownLength);
  return visibleLine(short).slice(0, shownLength);
}
