import Papa from 'papaparse';
import { findLineRows } from './line-rows.ts';
import { createRowCollector, type TableData, tableOf } from './table-data.ts';
import { type TableLimits, tableLimits } from './table-limits.ts';

/** The types of the package know these for files only. */
interface ChunkedConfig extends Papa.ParseConfig<string[]> {
  chunkSize: number;
  chunk(results: Papa.ParseResult<string[]>, parser: Papa.Parser): void;
}

const separators = [',', ';', '\t', '|'];

/** Rows are dropped at the latest when their chunk was read. */
const chunkCharacters = 256 * 1024;

/**
 * Reads comma-separated or tab-separated values (RFC 4180); the first row has the names of the columns. For `csv` the
 * separator is detected: comma, semicolon, tab or bar.
 */
export function readSeparated(text: string, format: 'csv' | 'tsv', limits: TableLimits = tableLimits): TableData {
  return readLines(text, format, limits) ?? readQuoted(text, format, limits);
}

/** Reads a text without quotation marks, each of whose lines is a row; undefined for another one. */
function readLines(given: string, format: 'csv' | 'tsv', limits: TableLimits): TableData | undefined {
  if (given.includes('"')) return undefined;
  const text = given.includes('\r') ? given.replaceAll('\r\n', '\n') : given;
  if (text.includes('\r')) return undefined;
  const delimiter = format === 'tsv' ? '\t' : delimiterOf(text);
  let start = 0;
  while (text.charAt(start) === '\n') start += 1;
  const end = text.indexOf('\n', start);
  const head = text.slice(start, end < 0 ? text.length : end);
  const names = head === '' ? [] : head.split(delimiter);
  const found = findLineRows(text, { from: end < 0 ? text.length : end + 1, delimiter, limits });
  return tableOf(names, found, { limits, notes: [] });
}

function delimiterOf(text: string): string {
  const start = text.slice(0, chunkCharacters);
  return Papa.parse(start, { delimitersToGuess: separators, skipEmptyLines: true, preview: 1 }).meta.delimiter;
}

function readQuoted(text: string, format: 'csv' | 'tsv', limits: TableLimits): TableData {
  const collector = createRowCollector(limits);
  let names: string[] | undefined;
  let rowsRead = 0;
  const config: ChunkedConfig = {
    delimiter: format === 'tsv' ? '\t' : '',
    delimitersToGuess: separators,
    skipEmptyLines: true,
    chunkSize: chunkCharacters,
    chunk: ({ data, errors }, parser) => {
      const fault = errors.find(({ type }) => type === 'Quotes');
      if (fault) collector.note(`Row ${rowsRead + (fault.row ?? 0) + 1} has a fault: ${fault.message}.`);
      rowsRead += data.length;
      names ??= data.shift();
      if (!data.every((row) => collector.add(row))) parser.abort();
    },
  };
  Papa.parse<string[]>(text, config);
  return collector.data(names ?? []);
}
