import { describe, expect, it } from 'vitest';
import { moveSelection, selectedRange } from '../../../src-renderer/ui/data/table/cell-focus.ts';
import { arrangeRows } from '../../../src-renderer/ui/data/table/model/arrange-rows.ts';
import { typeOfCells } from '../../../src-renderer/ui/data/table/model/column-types.ts';
import { createHeldTable } from '../../../src-renderer/ui/data/table/model/held-table.ts';

describe('the type of a column', () => {
  it.each([
    ['number', ['1', '-2.5', ' 3e4', '1,234.5', '', 'NaN']],
    ['date', ['2026-01-31', '2026-01-31T10:00:00Z', '2026-01-31 10:00']],
    ['boolean', ['true', 'False', 'yes', '']],
    ['text', ['1', 'x']],
    ['text', ['', 'null']],
    ['text', ['1'.repeat(100)]],
  ])('is %s for %j', (type, cells) => {
    expect(typeOfCells(cells)).toBe(type);
  });
});

describe('rows', () => {
  const rows = [
    ['10', 'b'],
    ['9', 'A'],
    ['', 'c'],
    ['-1', 'a'],
  ];
  const arranged = (column: number, direction: 'ascending' | 'descending', filter = '') => [
    ...arrangeRows(rows, ['number', 'text'], { sort: { column, direction }, filter }),
  ];

  it('are sorted as numbers, with missing values last in both directions', () => {
    expect(arranged(0, 'ascending')).toEqual([3, 1, 0, 2]);
    expect(arranged(0, 'descending')).toEqual([0, 1, 3, 2]);
  });

  it('are sorted as text without regard to case, and equal ones keep their order', () => {
    expect(arranged(1, 'ascending')).toEqual([1, 3, 0, 2]);
    expect(arranged(1, 'descending')).toEqual([2, 0, 1, 3]);
  });

  it('are those that contain the filter in any cell', () => {
    expect(arranged(0, 'ascending', 'A')).toEqual([3, 1]);
    expect(arranged(0, 'ascending', '1')).toEqual([3, 0]);
  });
});

describe('a table in the worker', () => {
  const open = (text: string) => {
    const answer = createHeldTable();
    return { answer, opened: answer({ kind: 'open', bytes: new TextEncoder().encode(text), format: 'csv' }) };
  };

  it('has its columns with types, and gives cells with the numbers of their rows', () => {
    const { answer, opened } = open('n,t\n2,b\n1,a');
    expect(opened).toMatchObject({
      facts: {
        rowCount: 2,
        columns: [
          { name: 'n', type: 'number' },
          { name: 't', type: 'text' },
        ],
      },
    });
    const arrangement = { sort: { column: 0, direction: 'ascending' as const }, filter: '' };
    expect(answer({ kind: 'arrange', arrangement })).toEqual({ kind: 'arranged', count: 2 });
    const range = { firstRow: 0, endRow: 9, firstColumn: 0, endColumn: 2 };
    expect(answer({ kind: 'block', range })).toEqual({
      kind: 'block',
      block: {
        numbers: [2, 1],
        rows: [
          ['1', 'a'],
          ['2', 'b'],
        ],
      },
    });
  });

  it('opens with its first cells in the order of the file, cut as in the view', () => {
    const names = Array.from({ length: 20 }, (_, column) => `c${column}`);
    const lines = Array.from({ length: 100 }, (_, row) => names.map((name) => `${name}-${row}`).join(','));
    const { answer, opened } = open([names.join(','), ...lines, 'x'.repeat(1000)].join('\n'));
    const range = { firstRow: 0, endRow: 64, firstColumn: 0, endColumn: 16 };
    const block = answer({ kind: 'block', range });
    expect(opened).toMatchObject({ facts: { rowCount: 101 }, first: block.kind === 'block' && block.block });
    expect(opened).toMatchObject({
      first: { numbers: { length: 64, 63: 64 }, rows: { length: 64, 63: { 15: 'c15-63' } } },
    });
    const long = open(`a\n${'x'.repeat(1000)}`).opened;
    expect(long.kind === 'opened' && long.first.rows[0]?.[0]).toHaveLength(300);
  });

  it('is copied as tab-separated values, and one cell as it is', () => {
    const { answer } = open('a,b\n1,"x\ty"\n2,"say ""so"""');
    const range = { firstRow: 0, endRow: 2, firstColumn: 0, endColumn: 2 };
    expect(answer({ kind: 'copy', range })).toEqual({ kind: 'text', text: '1\t"x\ty"\n2\t"say ""so"""' });
    expect(answer({ kind: 'copy', range: { ...range, firstRow: 1, firstColumn: 1 } })).toEqual({
      kind: 'text',
      text: 'say "so"',
    });
  });

  it('cuts long cells for the view, not in a copy', () => {
    const { answer } = open(`a\n${'x'.repeat(1000)}`);
    const range = { firstRow: 0, endRow: 1, firstColumn: 0, endColumn: 1 };
    const block = answer({ kind: 'block', range });
    expect(block.kind === 'block' && block.block.rows[0]?.[0]).toHaveLength(300);
    const copied = answer({ kind: 'copy', range });
    expect(copied.kind === 'text' && copied.text).toHaveLength(1000);
  });
});

describe('the cell focus', () => {
  const size = { rows: 10, columns: 4, pageRows: 5 };
  const at = (row: number, column: number) => ({ active: { row, column }, anchor: { row, column } });
  const press = (from: ReturnType<typeof at>, key: string, modifiers = {}) =>
    moveSelection(from, { key, ctrlKey: false, shiftKey: false, ...modifiers }, size);

  it('moves with the arrow, page, Home and End keys, up to the header and the edges', () => {
    expect(press(at(0, 0), 'ArrowUp')).toEqual(at(-1, 0));
    expect(press(at(-1, 0), 'ArrowUp')).toEqual(at(-1, 0));
    expect(press(at(9, 3), 'ArrowDown')).toEqual(at(9, 3));
    expect(press(at(2, 3), 'PageDown')).toEqual(at(7, 3));
    expect(press(at(2, 3), 'PageUp')).toEqual(at(0, 3));
    expect(press(at(2, 3), 'Home')).toEqual(at(2, 0));
    expect(press(at(2, 0), 'End', { ctrlKey: true })).toEqual(at(9, 3));
    expect(press(at(2, 0), 'x')).toBeUndefined();
  });

  it('extends the selection with Shift', () => {
    const selection = press(at(2, 2), 'ArrowUp', { shiftKey: true });
    expect(selection && selectedRange(selection)).toEqual({ firstRow: 1, endRow: 3, firstColumn: 2, endColumn: 3 });
  });
});
