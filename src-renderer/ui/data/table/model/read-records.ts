import { isExactNumber, parseExact } from '../../parse-exact.ts';
import { splitArray } from './split-array.ts';
import { createRowCollector, type RowCollector, type TableData } from './table-data.ts';
import { type TableLimits, tableLimits } from './table-limits.ts';

/** A line of JSON lines is at most this long in a message. */
const quotedCharacters = 60;

/** Reads JSON lines (one object in each line). Returns undefined if the lines are no objects. */
export function readJsonLines(text: string, limits: TableLimits = tableLimits): TableData | undefined {
  const records = createRecordReader(limits);
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const source = text.slice(start, end === -1 ? text.length : end).trim();
    start = end === -1 ? text.length : end + 1;
    line += 1;
    if (source === '') continue;
    const value = parse(source);
    if (!isRecord(value)) {
      if (records.isEmpty()) return undefined;
      records.collector.note(`Line ${line} is left out, because it is no object: ${source.slice(0, quotedCharacters)}`);
    } else if (!records.add(value)) break;
  }
  return records.data();
}

/** Reads a JSON array of objects. Returns undefined if the text is something else, or not JSON. */
export function readJsonArray(text: string, limits: TableLimits = tableLimits): TableData | undefined {
  const records = createRecordReader(limits);
  let isTable = true;
  const isArray = splitArray(text, (source) => {
    const value = parse(source);
    isTable = isRecord(value);
    return isRecord(value) && records.add(value);
  });
  return isArray && isTable && !records.isEmpty() ? records.data() : undefined;
}

function createRecordReader(limits: TableLimits) {
  const collector: RowCollector = createRowCollector(limits);
  const columns = new Map<string, number>();
  let isEmpty = true;
  return {
    collector,
    isEmpty: () => isEmpty,
    data: () => collector.data([...columns.keys()]),
    add: (record: Readonly<Record<string, unknown>>): boolean => {
      isEmpty = false;
      const row: string[] = [];
      for (const [name, value] of Object.entries(record)) {
        const index = columns.get(name) ?? columns.size;
        // One more than the limit, so that the collector reports it.
        if (index > limits.columns) continue;
        columns.set(name, index);
        while (row.length < index) row.push('');
        row[index] = cellText(value);
      }
      return collector.add(row);
    },
  };
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

function parse(source: string): unknown {
  try {
    return parseExact(source);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
}
