import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../src-renderer/ui/data/decode-text.ts';
import { readJsonArray, readJsonLines } from '../../../src-renderer/ui/data/table/model/read-records.ts';
import { readSeparated } from '../../../src-renderer/ui/data/table/model/read-separated.ts';
import { tableLimits } from '../../../src-renderer/ui/data/table/model/table-limits.ts';

/** The rows as arrays: those of a text without quotation marks are split when they are read. */
const read = (...given: Parameters<typeof readSeparated>) => {
  const { rows, ...table } = readSeparated(...given);
  return { ...table, rows: Array.from({ length: rows.length }, (_, index) => rows.at(index)) };
};

const few = { ...tableLimits, rows: 3, columns: 2 };

describe('separated values', () => {
  it.each([
    ['commas', 'a,b\n1,"x, y"', [['1', 'x, y']]],
    ['semicolons', 'a;b\n1,5;2', [['1,5', '2']]],
    ['empty lines of another system', '\r\na,b\r\n\r\n1,x\r\n2\r\n', [['1', 'x'], ['2']]],
    ['line breaks in quotes and empty lines', 'a,b\r\n\r\n1,"two\r\nlines"\r\n', [['1', 'two\r\nlines']]],
  ])('are read with %s', (_, text, rows) => {
    expect(read(text, 'csv')).toMatchObject({ names: ['a', 'b'], rows, notes: [] });
  });

  it('of a TSV file are separated by tabs alone', () => {
    expect(read('a,b\tc\n1,2\t3', 'tsv')).toMatchObject({ names: ['a,b', 'c'], rows: [['1,2', '3']] });
  });

  it('have a name for each column of the longest row', () => {
    expect(readSeparated('a,,c\n1,2,3,4', 'csv').names).toEqual(['a', 'Column 2', 'c', 'Column 4']);
  });

  it('beyond the limits are dropped, and a note says so', () => {
    const { names, rows, notes } = read(`a,b,c\n${'1,2,3\n'.repeat(10)}`, 'csv', few);
    expect(names).toEqual(['a', 'b']);
    expect(rows).toEqual([
      ['1', '2'],
      ['1', '2'],
      ['1', '2'],
    ]);
    expect(notes).toEqual([expect.stringMatching(/first 3 rows/), expect.stringMatching(/first 2 columns/)]);
  });

  it('have a limit for all cells, so that wide rows are fewer', () => {
    const limits = { ...tableLimits, cells: 10 };
    expect(readSeparated(`a\n${'1,2,3,4,5\n'.repeat(10)}`, 'csv', limits).rows).toHaveLength(2);
  });

  it('are the same rows with and without a quotation mark in the last line', () => {
    const lines = [
      'n,text',
      ...Array.from({ length: 9000 }, (_, n) => `${n},${n % 7}`),
      '2',
      '',
      ',',
      '3,three,more',
      ' ',
    ];
    for (const end of ['\n', '\r\n']) {
      const text = lines.join(end);
      const quoted = read(`${text}${end}"",`, 'csv');
      expect(quoted.rows.pop()).toEqual(['', '']);
      expect(read(text, 'csv')).toEqual(quoted);
    }
  });

  it('with an open quotation mark are read with a note', () => {
    expect(readSeparated('a,b\n1,"open', 'csv').notes).toEqual([expect.stringMatching(/^Row 2 has a fault/)]);
  });

  it('of an empty file are an empty table', () => {
    expect(read('', 'csv')).toEqual({ names: [], rows: [], notes: [] });
  });
});

describe('JSON records', () => {
  it('of lines have the columns of all lines', () => {
    const text = '{"a":1,"b":null}\n\n{"b":"x","c":[1,{"d":true}]}\n';
    expect(readJsonLines(text)).toMatchObject({
      names: ['a', 'b', 'c'],
      rows: [
        ['1', ''],
        ['', 'x', '[1,{"d":true}]'],
      ],
    });
  });

  it('of lines that are no objects are no table, and a later one is left out with a note', () => {
    expect(readJsonLines('1\n2')).toBeUndefined();
    expect(readJsonLines('')).toMatchObject({ rows: [] });
    expect(readJsonLines('{"a":1}\n{broken\n{"a":2}')).toMatchObject({
      rows: [['1'], ['2']],
      notes: [expect.stringMatching(/^Line 2 is left out/)],
    });
  });

  it('of an array are a table, also with brackets and quotation marks in their strings', () => {
    const records = [
      { text: ']},{"\\', list: [{ deep: '[' }] },
      { text: 'b', __proto__x: 1 },
    ];
    expect(readJsonArray(` ${JSON.stringify(records)}\n`)).toMatchObject({
      names: ['text', 'list', '__proto__x'],
      rows: [
        [']},{"\\', '[{"deep":"["}]'],
        ['b', '', '1'],
      ],
    });
  });

  it.each(['', '{}', '[]', '[1,2]', '[{"a":1},2]', '[{"a":1}', '[{"a":1}] x', '[{"a":1},]', 'null', '[{"a":"open'])(
    'are not in %j',
    (text) => {
      expect(readJsonArray(text)).toBeUndefined();
    },
  );

  it('beyond the limits are dropped, and a note says so', () => {
    const text = JSON.stringify(Array.from({ length: 9 }, () => ({ a: 1, b: 2, c: 3 })));
    expect(readJsonArray(text, few)).toMatchObject({ names: ['a', 'b'], rows: { length: 3 }, notes: { length: 2 } });
  });

  it('are read in linear time', () => {
    expect(readJsonArray('['.repeat(1_000_000))).toBeUndefined();
    expect(readJsonArray(`[${'"'.repeat(1_000_001)}`)).toBeUndefined();
  });
});

describe('the text of a file', () => {
  it.each([
    [[0xc3, 0xa9], 'é', undefined],
    [[0xef, 0xbb, 0xbf, 0x61], 'a', undefined],
    [[0xff, 0xfe, 0x61, 0x00], 'a', /UTF-16/],
    [[0xe9, 0x80], 'é€', /not UTF-8/],
  ])('is read from the bytes %j', (bytes, text, note) => {
    const decoded = decodeText(Uint8Array.from(bytes));
    expect(decoded.text).toBe(text);
    if (note === undefined) expect(decoded.note).toBeUndefined();
    else expect(decoded.note).toMatch(note);
  });
});
