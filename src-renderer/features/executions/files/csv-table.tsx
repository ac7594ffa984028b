import Papa from 'papaparse';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';

const rowLimit = 200;
const columnLimit = 50;

/** Shows the first rows of a CSV file; each cell is plain text. */
export function CsvTable({ text, label }: { text: string; label: string }) {
  const { data } = Papa.parse<string[]>(text, { preview: rowLimit + 1, skipEmptyLines: true });
  const [head = [], ...rows] = data.map((row) => row.slice(0, columnLimit).map((cell) => cell.slice(0, 500)));
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="max-h-[60vh] overflow-auto rounded-control border border-line"
    >
      <table className="w-full border-collapse text-sm">
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {withIndexes(head).map(({ index, value }) => (
              <th key={index} scope="col" className="border-b border-line px-2 py-1 text-left font-medium">
                {visibleLine(value)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {withIndexes(rows).map(({ index, value: row }) => (
            <tr key={index} className="odd:bg-canvas">
              {withIndexes(row).map((cell) => (
                <td key={cell.index} className="px-2 py-1 font-mono whitespace-pre">
                  {visibleLine(cell.value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {data.length > rowLimit && <p className="p-2 text-sm text-muted">Only the first {rowLimit} rows are shown.</p>}
    </section>
  );
}

function withIndexes<Value>(values: readonly Value[]): { index: number; value: Value }[] {
  return values.map((value, index) => ({ value, index }));
}
