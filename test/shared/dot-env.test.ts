import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseDotEnv } from '../../src-shared/formats/dot-env.ts';
import { fc } from '../support/random.ts';

const valuesOf = (text: string) =>
  Object.fromEntries(parseDotEnv(text).entries.map(({ name, value }) => [name, value]));

describe('a .env file', () => {
  test.each([
    ['A=1', { A: '1' }],
    ['  export  A = b c  # a comment', { A: 'b c' }],
    ['A="b # c" # d', { A: 'b # c' }],
    ["A='b\\nc'", { A: 'b\\nc' }],
    ['A="b\\nc"', { A: 'b\nc' }],
    ['A="first\nsecond"\nB=`it\'s "so"`', { A: 'first\nsecond', B: 'it\'s "so"' }],
    ['A=b=c==', { A: 'b=c==' }],
    ['# A=1\n\nB=2', { B: '2' }],
    ['A=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['\ufeffA=1', { A: '1' }],
    ['A=say "hi"', { A: 'say "hi"' }],
    ['A="a \\" b"', { A: 'a \\" b' }],
    ['', {}],
  ])('%j', (text, values) => {
    expect(parseDotEnv(text).problems).toEqual([]);
    expect(valuesOf(text)).toEqual(values);
  });

  test('reads as Node does', () => {
    const name = fc.constantFrom('A', 'B_1', 'lower', '_x');
    const word = fc.string({
      unit: fc.constantFrom('a', '$', '=', ':', ' ', '\\', 'é', '-'),
      minLength: 1,
      maxLength: 8,
    });
    const plain = word.map((text) => `x${text}y`);
    const quotedWord = fc.string({ unit: fc.constantFrom('a', '#', ' ', '=', '\n'), minLength: 1, maxLength: 8 });
    const value = fc.oneof(
      plain,
      fc.tuple(fc.constantFrom('"', "'", '`'), quotedWord).map(([q, text]) => `${q}x${text}${q}`),
    );
    const line = fc
      .tuple(fc.constantFrom('', 'export '), name, fc.constantFrom('=', ' = '), value)
      .map((parts) => parts.join(''));
    const other = fc.constantFrom('', '# a comment', '   ');
    fc.assert(
      fc.property(fc.array(fc.oneof(line, other), { maxLength: 6 }), (lines) => {
        expect(valuesOf(lines.join('\n'))).toEqual({ ...parseEnv(lines.join('\n')) });
      }),
      { numRuns: 1000 },
    );
  });

  test('reports the line of everything that cannot be a secret, and reads the rest', () => {
    const text = [
      'GOOD=1',
      'no assignment',
      '1BAD=x',
      'PATH=/bin',
      'EMPTY=',
      'MULTI="a',
      'b" trailing',
      'OPEN="never closed',
      `LARGE=${'x'.repeat(65_537)}`,
      'HASH=pass#word',
      'GOOD=2',
    ].join('\n');
    const { entries, problems } = parseDotEnv(text);
    expect(entries).toEqual([
      { name: 'HASH', value: 'pass', line: 10 },
      { name: 'GOOD', value: '2', line: 11 },
    ]);
    expect(problems.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 8, 9, 10]);
    expect(problems[0]?.message).toBe('is replaced: line 11 sets GOOD again');
    expect(JSON.stringify(problems)).not.toContain('never closed');
  });
});
