import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../../src-renderer/ui/output/line-parts.ts';
import { plainLine, readTerminalLine } from '../../../src-renderer/ui/output/terminal-text.ts';
import { fc } from '../../support/random.ts';

const whole = { start: 0, end: Number.POSITIVE_INFINITY, marks: [], spots: [] };

describe('the pieces of a line', () => {
  it('are cut at styles and marks', () => {
    const runs = readTerminalLine('ab\u001b[1mcdef', '');
    const marks = [{ start: 1, end: 3, isCurrent: true }];
    const [group] = piecesOf(runs, { ...whole, marks });
    expect(group?.pieces.map(({ text, offset, mark }) => [text, offset, mark !== undefined])).toEqual([
      ['a', 0, false],
      ['b', 1, true],
      ['c', 2, true],
      ['def', 3, false],
    ]);
    const part = piecesOf(runs, { ...whole, start: 2, end: 4, marks });
    expect(part.map(({ pieces }) => pieces.map(({ text }) => text))).toEqual([['c', 'd']]);
  });

  it('of a place that can be pressed are together, whatever their styles and marks', () => {
    const runs = readTerminalLine('at \u001b[1mmain\u001b[0m.py:3!', '');
    const spot = { start: 3, end: 12 };
    const groups = piecesOf(runs, { ...whole, marks: [{ start: 5, end: 9, isCurrent: false }], spots: [spot] });
    expect(groups.map(({ spot: own, pieces }) => [own, pieces.map(({ text }) => text).join('')])).toEqual([
      [undefined, 'at '],
      [spot, 'main.py:3'],
      [undefined, '!'],
    ]);
  });

  it('together are the text, whatever a program printed', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\u001b', '[', '3', 'm', ']', '\u0007', 'é', '\t', '\u202e') });
    fc.assert(
      fc.property(text, (raw) => {
        const groups = piecesOf(readTerminalLine(raw, ''), whole);
        expect(groups.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join('')).toBe(plainLine(raw));
      }),
    );
  });
});
