import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../../src-renderer/ui/output/line-parts.ts';
import { plainLine, readTerminalLine } from '../../../src-renderer/ui/output/terminal-text.ts';
import { fc } from '../../support/random.ts';

const whole = { start: 0, end: Number.POSITIVE_INFINITY };

describe('the pieces of a line', () => {
  it('are cut at styles and marks', () => {
    const runs = readTerminalLine('ab\u001b[1mcdef', '');
    const marks = [{ start: 1, end: 3, isCurrent: true }];
    const pieces = piecesOf(runs, { ...whole, marks });
    expect(pieces.map(({ text, offset, mark }) => [text, offset, mark !== undefined])).toEqual([
      ['a', 0, false],
      ['b', 1, true],
      ['c', 2, true],
      ['def', 3, false],
    ]);
    const part = piecesOf(runs, { start: 2, end: 4, marks });
    expect(part.map(({ text }) => text)).toEqual(['c', 'd']);
  });

  it('together are the text, whatever a program printed', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\u001b', '[', '3', 'm', ']', '\u0007', 'é', '\t', '\u202e') });
    fc.assert(
      fc.property(text, (raw) => {
        const runs = readTerminalLine(raw, '');
        const pieces = piecesOf(runs, { ...whole, marks: [] });
        expect(pieces.map((piece) => piece.text).join('')).toBe(plainLine(raw));
      }),
    );
  });
});
