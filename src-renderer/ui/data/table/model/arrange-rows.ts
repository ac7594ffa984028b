import { type ColumnType, isMissing, valueReaders } from './column-types.ts';
import type { RowList } from './line-rows.ts';

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
  rows: RowList,
  types: readonly ColumnType[],
  { sort, filter }: Arrangement,
): Uint32Array<ArrayBuffer> {
  const kept = matchingRows(rows, filter.toLowerCase());
  if (sort === undefined) return kept;
  const type = types[sort.column] ?? 'text';
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return type === 'text' ? byText(rows, kept, { ...sort, sign }) : byValue(rows, kept, { ...sort, type, sign });
}

function matchingRows(rows: RowList, filter: string): Uint32Array<ArrayBuffer> {
  const matching = new Uint32Array(rows.length);
  let count = 0;
  const isMatch = (row: readonly string[] = []) => row.some((cell) => cell.toLowerCase().includes(filter));
  for (let index = 0; index < rows.length; index++)
    if (filter === '' || isMatch(rows.at(index))) matching[count++] = index;
  return matching.slice(0, count);
}

interface TextOrder {
  column: number;
  sign: number;
}

function byText(rows: RowList, kept: Uint32Array<ArrayBuffer>, { column, sign }: TextOrder) {
  const keys = Array.from({ length: rows.length }, (_, index) => {
    const cell = rows.at(index)?.[column] ?? '';
    return isMissing(cell) ? undefined : cell.toLowerCase();
  });
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

function byValue(rows: RowList, kept: Uint32Array<ArrayBuffer>, { column, type, sign }: ValueOrder) {
  const read = valueReaders[type];
  const keys = Float64Array.from({ length: rows.length }, (_, index) => read(rows.at(index)?.[column] ?? ''));
  return kept.sort((one, other) => {
    const left = keys[one] ?? Number.NaN;
    const right = keys[other] ?? Number.NaN;
    if (left < right) return -sign;
    if (left > right) return sign;
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  });
}
