import Papa from 'papaparse';
import { createRowCollector, type TableData } from './table-data.ts';
import type { TableLimits } from './table-limits.ts';

/** The types of the package know these for files only. */
interface ChunkedConfig extends Papa.ParseConfig<string[]> {
  chunkSize: number;
  chunk(results: Papa.ParseResult<string[]>, parser: Papa.Parser): void;
}

/** Rows are dropped at the latest when their chunk was read. */
const chunkCharacters = 256 * 1024;

/**
 * Reads comma-separated or tab-separated values (RFC 4180); the first row has the names of the columns. For `csv` the
 * separator is detected: comma, semicolon, tab or bar.
 */
export function readSeparated(text: string, format: 'csv' | 'tsv', limits?: TableLimits): TableData {
  const collector = createRowCollector(limits);
  let names: string[] | undefined;
  let rowsRead = 0;
  const config: ChunkedConfig = {
    delimiter: format === 'tsv' ? '\t' : '',
    delimitersToGuess: [',', ';', '\t', '|'],
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
