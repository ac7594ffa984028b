import { type ColumnType, isMissing, valueReaders } from './column-types.ts';

export interface Sort {
  column: number;
  direction: 'ascending' | 'descending';
}

export interface Arrangement {
  sort: Sort | undefined;
  /** Rows with a cell that contains this text are kept, in any case of its letters. */
  filter: string;
}

/**
 * Returns the numbers (from 0) of the rows that match the filter, in the order of the sort. Missing values are last in
 * both directions, and equal values keep the order of the file.
 */
export function arrangeRows(
  rows: readonly string[][],
  types: readonly ColumnType[],
  { sort, filter }: Arrangement,
): Uint32Array<ArrayBuffer> {
  const kept = matchingRows(rows, filter.toLowerCase());
  if (sort === undefined) return kept;
  const type = types[sort.column] ?? 'text';
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return type === 'text' ? byText(rows, kept, { ...sort, sign }) : byValue(rows, kept, { ...sort, type, sign });
}

function matchingRows(rows: readonly string[][], filter: string): Uint32Array<ArrayBuffer> {
  const matching = new Uint32Array(rows.length);
  let count = 0;
  rows.forEach((row, index) => {
    if (filter === '' || row.some((cell) => cell.toLowerCase().includes(filter))) matching[count++] = index;
  });
  return matching.slice(0, count);
}

interface TextOrder {
  column: number;
  sign: number;
}

function byText(rows: readonly string[][], kept: Uint32Array<ArrayBuffer>, { column, sign }: TextOrder) {
  const cells = rows.map((row) => row[column] ?? '');
  const keys = cells.map((cell) => (isMissing(cell) ? undefined : cell.toLowerCase()));
  return kept.sort((one, other) => {
    const left = keys[one];
    const right = keys[other];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    return left === right ? 0 : left < right ? -sign : sign;
  });
}

interface ValueOrder extends TextOrder {
  type: Exclude<ColumnType, 'text'>;
}

function byValue(rows: readonly string[][], kept: Uint32Array<ArrayBuffer>, { column, type, sign }: ValueOrder) {
  const read = valueReaders[type];
  const keys = Float64Array.from(rows, (row) => read(row[column] ?? ''));
  return kept.sort((one, other) => {
    const left = keys[one] ?? Number.NaN;
    const right = keys[other] ?? Number.NaN;
    if (left < right) return -sign;
    if (left > right) return sign;
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  });
}
