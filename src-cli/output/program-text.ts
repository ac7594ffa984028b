import { visibleText } from '../../src-shared/formats/visible-text.ts';

const esc = '\u001b';
/** Colours, styles (SGR of ECMA-48) and carriage returns: the control sequences that programs may send to a terminal. */
const allowed = new RegExp(`(${esc}\\[[0-9;:]{0,64}m|[\\r\\b])`);
/** The beginning of a sequence or a character that the next chunk may complete. */
const unfinished = new RegExp(`(?:${esc}(?:\\[[0-9;:]{0,64})?|[\\ud800-\\udbff])$`);
const longestUnfinished = 66;
const plain = `${esc}[0m`;

/**
 * Makes the output of a program safe for a terminal, chunk by chunk. Sequences that would move the cursor out of its line,
 * set a title, write to the clipboard or change the reading direction are shown as text.
 */
export function createProgramText() {
  let held = '';
  let hasStyle = false;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    show(chunk: string | Uint8Array): string {
      const text = held + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
      held = unfinished.exec(text.slice(-longestUnfinished))?.[0] ?? '';
      const pieces = text.slice(0, text.length - held.length).split(allowed);
      hasStyle ||= pieces.some((piece, index) => index % 2 === 1 && piece.startsWith(esc));
      // Every second piece is a separator of the others.
      return pieces.map((piece, index) => (index % 2 === 1 ? piece : visibleText(piece))).join('');
    },
    /** Returns the rest, and a reset of the colours. */
    end(): string {
      const rest = visibleText(held + decoder.decode()) + (hasStyle ? plain : '');
      held = '';
      hasStyle = false;
      return rest;
    },
  };
}
