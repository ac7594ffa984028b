import { visibleText } from '../../src-shared/formats/visible-text.ts';

const esc = '\u001b';
/** Colours and styles (SGR of ECMA-48), going back in the line: all that a program may do to a terminal. */
const allowed = new RegExp(`(${esc}\\[[0-9;:]{0,64}m|[\\r\\b])`);
/** The beginning of a colour, or of a character, that the next chunk may complete. */
const unfinished = new RegExp(`(?:${esc}(?:\\[[0-9;:]{0,64})?|[\\ud800-\\udbff])$`);
const longestUnfinished = 66;
const plain = `${esc}[0m`;

/**
 * What a program prints, as a terminal may get it, chunk by chunk: what would move the cursor out of its line, set a
 * title, write the clipboard or turn the reading direction is shown instead of done.
 */
export function createProgramText() {
  let held = '';
  let hasStyle = false;
  return {
    show(chunk: string): string {
      const text = held + chunk;
      held = unfinished.exec(text.slice(-longestUnfinished))?.[0] ?? '';
      const pieces = text.slice(0, text.length - held.length).split(allowed);
      hasStyle ||= pieces.some((piece, index) => index % 2 === 1 && piece.startsWith(esc));
      // Every second piece is what separates the others.
      return pieces.map((piece, index) => (index % 2 === 1 ? piece : visibleText(piece))).join('');
    },
    /** The rest, and what ends the colours. */
    end(): string {
      const rest = visibleText(held) + (hasStyle ? plain : '');
      held = '';
      hasStyle = false;
      return rest;
    },
  };
}
