/** Finds the program in an answer, whatever the model writes around it and however the answer is split. */
import { describe, expect, it } from 'vitest';
import { fc } from '../../../support/random.ts';
import { readAnswer } from '../read-answer.ts';

describe('the program of an answer', () => {
  it('is found in the arguments of a call, whatever its characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.integer({ min: 1, max: 9 }), (text, size) => {
        fc.pre(text.trim() !== '');
        const pieces = JSON.stringify({ reason: '', code: text }).match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
        const { code, shown } = readAnswer(pieces, { asCall: true });
        expect(code).toBe(text.replace(/\r\n/g, '\n'));
        expect(shown).toBe(text);
      }),
    );
  });
});

describe('the fences', () => {
  it('of a megabyte are found in no time, whatever it holds', () => {
    const hostile = [
      '`'.repeat(1e6),
      'a\n'.repeat(5e5),
      '```\n'.repeat(2.5e5),
      ' '.repeat(1e6),
      `A${' '.repeat(1e6)}.`,
    ];
    hostile.push(
      '</think>'.repeat(1.2e5),
      '"</think>'.repeat(1e5),
      '<think>\n</think>\n'.repeat(5e4),
      `${'İ'.repeat(5e5)}</think>`,
    );
    hostile.push(`<think>${'x '.repeat(5e5)}`, `{"code":"${'\\u'.repeat(4e5)}`, '{"code":'.repeat(1e5));
    // Each takes some 50 ms. A parser whose time grows with the square takes minutes, past the limit of this test.
    for (const text of hostile) expect(readAnswer(text.match(/[\s\S]{1,16}/g) ?? [])).toBeDefined();
  });
});
