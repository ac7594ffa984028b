import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';

const limit = 600;

/**
 * Makes a text from outside safe for a message, an item of a list or the status bar: one line of bounded length with visible
 * control characters. VS Code turns `[text](command:…)` in a message into a link that runs a command, so such links are
 * separated.
 */
export function safeLine(text: string): string {
  const line = visibleLine(text.slice(0, limit + 1)).replaceAll('](', '] (');
  return line.length > limit ? `${line.slice(0, limit)} …` : line;
}
