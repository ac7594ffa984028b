import Papa from 'papaparse';
import { decodeText } from '../../decode-text.ts';
import { arrangeRows } from './arrange-rows.ts';
import { typeOfCells } from './column-types.ts';
import { readJsonArray, readJsonLines } from './read-records.ts';
import { readSeparated } from './read-separated.ts';
import type { TableData } from './table-data.ts';
import { tableLimits } from './table-limits.ts';
import {
  type CellBlock,
  type CellRange,
  cellBlock,
  type TableAnswer,
  type TableColumn,
  type TableFormat,
  type TableTask,
} from './table-task.ts';

const sampledRows = 2000;

/** Creates what a worker runs: it holds one table and answers the tasks about it. */
export function createHeldTable(): (task: TableTask) => TableAnswer {
  let data: TableData = { names: [], rows: [], notes: [] };
  let columns: TableColumn[] = [];
  let order = new Uint32Array();

  function open(bytes: Uint8Array<ArrayBuffer>, format: TableFormat): TableAnswer {
    if (bytes.length > tableLimits.bytes) return { kind: 'no-table', reason: 'The file is too large for a table.' };
    const { text, note } = decodeText(bytes);
    const read = readAs(text, format);
    if (read === undefined) return { kind: 'no-table', reason: reasons[format] };
    data = note === undefined ? read : { ...read, notes: [note, ...read.notes] };
    columns = columnsOf(data);
    order = orderOfFile(data.rows.length);
    const endColumn = Math.min(columns.length, cellBlock.columns);
    const first = blockOf({ firstRow: 0, endRow: cellBlock.rows, firstColumn: 0, endColumn });
    return { kind: 'opened', facts: { columns, rowCount: data.rows.length, notes: data.notes }, first };
  }

  const rowsOf = ({ firstRow, endRow, firstColumn, endColumn }: CellRange) =>
    Array.from(order.subarray(firstRow, endRow), (index) => {
      const row = data.rows.at(index) ?? [];
      return Array.from({ length: endColumn - firstColumn }, (_, offset) => row[firstColumn + offset] ?? '');
    });

  function blockOf(range: CellRange): CellBlock {
    const numbers = Array.from(order.subarray(range.firstRow, range.endRow), (index) => index + 1);
    const rows = rowsOf(range).map((row) => row.map((cell) => cell.slice(0, tableLimits.shownCharacters)));
    return { numbers, rows };
  }

  function copy(range: CellRange): string | undefined {
    const rows = rowsOf(range);
    let characters = 0;
    for (const row of rows) for (const cell of row) characters += cell.length + 1;
    if (characters > tableLimits.copiedCharacters) return undefined;
    // One cell is copied as it is; quotation marks would belong to the format.
    if (rows.length === 1 && rows[0]?.length === 1) return rows[0][0] ?? '';
    return Papa.unparse(rows, { delimiter: '\t', newline: '\n' });
  }

  return (task) => {
    if (task.kind === 'open') return open(task.bytes, task.format);
    if (task.kind === 'arrange') {
      order = arrangeRows(
        data.rows,
        columns.map(({ type }) => type),
        task.arrangement,
      );
      return { kind: 'arranged', count: order.length };
    }
    if (task.kind === 'copy') return { kind: 'text', text: copy(task.range) };
    if (task.kind === 'cell') {
      const cell = data.rows.at(order[task.row] ?? data.rows.length)?.[task.column] ?? '';
      return { kind: 'text', text: cell.slice(0, tableLimits.readCharacters) };
    }
    return { kind: 'block', block: blockOf(task.range) };
  };
}

/** Returns the numbers of all rows. A loop takes less than half the time of `Uint32Array.from`. */
function orderOfFile(rowCount: number): Uint32Array<ArrayBuffer> {
  const order = new Uint32Array(rowCount);
  for (let index = 0; index < rowCount; index++) order[index] = index;
  return order;
}

const reasons: Record<TableFormat, string> = {
  csv: 'The file is no table.',
  tsv: 'The file is no table.',
  json: 'The file is no JSON array of objects.',
  jsonl: 'The first line is no JSON object.',
};

function readAs(text: string, format: TableFormat): TableData | undefined {
  if (format === 'json') return readJsonArray(text);
  return format === 'jsonl' ? readJsonLines(text) : readSeparated(text, format);
}

/** Derives the types and widths from rows at equal distances. */
function columnsOf({ names, rows }: TableData): TableColumn[] {
  const step = Math.max(1, Math.ceil(rows.length / sampledRows));
  const sample = Array.from({ length: Math.ceil(rows.length / step) }, (_, index) => rows.at(index * step) ?? []);
  return names.map((name, column) => {
    const cells = sample.map((row) => row[column] ?? '');
    const characters = cells.reduce((longest, cell) => Math.max(longest, cell.length), name.length);
    return { name, type: typeOfCells(cells), characters };
  });
}
