import { execFileSync } from 'node:child_process';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseDotEnv } from '../../../../src-shared/formats/dot-env/dot-env.ts';
import { fc } from '../../../support/random.ts';

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
    ['', {}],
  ])('%j', (text, values) => {
    expect(parseDotEnv(text).problems.filter(({ isRead, isDoubtful }) => !isRead || isDoubtful)).toEqual([]);
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
      { name: 'GOOD', value: '2', line: 11, isCommonWord: true },
    ]);
    expect(problems.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 8, 9, 10]);
    expect(problems[0]?.message).toBe('is replaced: line 11 sets GOOD again');
    expect(JSON.stringify(problems)).not.toContain('never closed');
  });

  test.each([
    [
      'CONFIG="{\\"user\\":1}"',
      '{"user":1}',
      /has \\", which is read as a quote; dotenv keeps the backslash, and Node ends/,
    ],
    ['CONFIG="a\\\\"', 'a\\\\', /one backslash/],
    ["CONFIG='it\\'s'", "it\\'s", /has \\', which dotenv keeps/],
    ["CONFIG='C:\\'", 'C:\\', /^ends with/],
    ['CONFIG=pa#ss word', 'pa', /^is cut at #/],
    ['CONFIG=#ff0000', '', /^is cut at #/],
    ['CONFIG=two words', 'two words', /space without quotes/],
    ['CONFIG=pa$word', 'pa$word', /which a shell replaces/],
    ['CONFIG="pa$word"', 'pa$word', /which a shell replaces/],
    ['CONFIG=postgres://u:p@h/d?a=1&b=2', 'postgres://u:p@h/d?a=1&b=2', /takes for a command/],
    ['CONFIG=~/key', '~/key', /by a folder/],
    ['CONFIG = x', 'x', /spaces next to =/],
    ['CONFIG=`id`', 'id', /a shell runs a command/],
    ['CONFIG="a\\rb"', 'a\rb', /which Node and shells do not read as a carriage return/],
    ['CONFIG="-----BEGIN\\nx"', '-----BEGIN\nx', /not read as a line break/],
    ['CONFIG=a"b"', 'a"b"', /a quote inside the value/],
  ])('names how other programs read %s', (text, value, message) => {
    const { entries, problems } = parseDotEnv(text, { name: z.string(), value: z.string(), mayBeEmpty: true });
    expect(entries).toMatchObject([{ name: 'CONFIG', value }]);
    expect(problems.map((problem) => problem.message).join()).toMatch(message);
    expect(problems.every(({ isRead, line }) => isRead && line === 1)).toBe(true);
  });

  test('is read alike by dotenv, Node and a shell where it names no difference', () => {
    const characters = [
      'a',
      'b',
      ' ',
      '#',
      '=',
      '$',
      '\\',
      '"',
      "'",
      '`',
      '\n',
      '\t',
      ';',
      '&',
      '~',
      '(',
      'n',
      'r',
      '%',
      'é',
    ];
    const value = fc.string({ unit: fc.constantFrom(...characters), maxLength: 10 });
    const quoted = fc.tuple(fc.constantFrom('"', "'"), value).map(([quote, text]) => `${quote}${text}${quote}`);
    const texts = fc.sample(
      fc.oneof(value, quoted, quoted).map((text) => `A=${text}`),
      3000,
    );
    const any = { name: z.string(), value: z.string(), mayBeEmpty: true };
    const clean = texts.flatMap((text) => {
      const { entries, problems } = parseDotEnv(text, any);
      return problems.length === 0 && entries.length === 1 ? [{ text, value: entries[0]?.value ?? '' }] : [];
    });
    expect(clean.length).toBeGreaterThan(150);
    const script = clean.map(({ text }) => `unset A\n${text}\nprintf '%s\\0' "$A"\n`).join('');
    const inShell = execFileSync('/bin/sh', { input: script, encoding: 'utf8', env: {} }).split('\0').slice(0, -1);
    const values = clean.map((one) => one.value);
    expect(inShell).toEqual(values);
    expect(clean.map(({ text }) => parseEnv(text).A)).toEqual(values);
    expect(clean.map(({ text }) => dotenvOf(text).A)).toEqual(values);
  });

  test.each([
    ['NODE_ENV=production', true],
    ['LOG_LEVEL=debug', true],
    ['PORT=8080', true],
    ['DEBUG=true', true],
    ['DB_PASSWORD=root', false],
    ['API_KEY=test', false],
    ['PIN_CODE=1234', false],
    ['NODE_ENV=my-production', false],
  ])('%s has a common word: %s', (text, isCommon) => {
    expect(parseDotEnv(text).entries.map((entry) => entry.isCommonWord ?? false)).toEqual([isCommon]);
  });
});

/** The parser of dotenv 17 (BSD-2-Clause, github.com/motdotla/dotenv), unchanged but for its types. */
function dotenvOf(source: string): Record<string, string> {
  const line =
    /^\s*(?:export\s+)?([\w.-]+)(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/gm;
  const found: Record<string, string> = {};
  for (const [, key = '', raw = ''] of source.replace(/\r\n?/gm, '\n').matchAll(line)) {
    const trimmed = raw.trim();
    const value = trimmed.replace(/^(['"`])([\s\S]*)\1$/gm, '$2');
    found[key] = trimmed[0] === '"' ? value.replace(/\\n/g, '\n').replace(/\\r/g, '\r') : value;
  }
  return found;
}
