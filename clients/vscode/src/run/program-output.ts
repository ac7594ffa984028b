import { visibleText } from '../../../../src-shared/formats/visible-text.ts';

/** The beginning of a line end or of a character that the next chunk may complete. */
const unfinished = /[\r\ud800-\udbff]$/;

/**
 * Makes the output of a program safe for the panel, chunk by chunk: control characters, also those of colours, and
 * characters that hide text or change its direction are shown as symbols.
 */
export function createProgramOutput() {
  let held = '';
  return {
    show(chunk: string): string {
      const text = held + chunk;
      held = unfinished.exec(text)?.[0] ?? '';
      return visibleText(text.slice(0, text.length - held.length));
    },
    /** Returns the rest. */
    end(): string {
      const rest = visibleText(held);
      held = '';
      return rest;
    },
  };
}
