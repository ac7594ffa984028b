export type ColumnType = 'number' | 'date' | 'boolean' | 'text';

/** Longer texts are no number and no date. */
const valueCharacters = 40;
const missing = new Set(['', 'na', 'n/a', 'nan', 'none', 'null', 'nat']);
const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const groupedNumber = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const truths: Readonly<Record<string, number>> = { false: 0, no: 0, true: 1, yes: 1 };

/** Reads a cell as the value of a type; NaN if it is missing or of another type. */
export const valueReaders: Readonly<Record<Exclude<ColumnType, 'text'>, (cell: string) => number>> = {
  number: numberOf,
  date: dateOf,
  boolean: (cell) => truths[cell.trim().toLowerCase()] ?? Number.NaN,
};

/** Returns the type that all present cells have; `text` if there is none. */
export function typeOfCells(cells: readonly string[]): ColumnType {
  const present = cells.filter((cell) => !isMissing(cell));
  if (present.length === 0) return 'text';
  for (const type of ['boolean', 'number', 'date'] as const) {
    const read = valueReaders[type];
    if (present.every((cell) => !Number.isNaN(read(cell)))) return type;
  }
  return 'text';
}

/** Returns true for an empty cell and for the usual words for a missing value. */
export function isMissing(cell: string): boolean {
  return cell.length <= 4 && missing.has(cell.trim().toLowerCase());
}

function numberOf(cell: string): number {
  const text = cell.length > valueCharacters ? '' : cell.trim();
  if (plainNumber.test(text)) return Number(text);
  return groupedNumber.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
}

function dateOf(cell: string): number {
  const text = cell.length > valueCharacters ? '' : cell.trim();
  return isoDate.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
}
