import Papa from 'papaparse';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';

const rowLimit = 200;
const columnLimit = 50;

/** The first rows of a table of text; a cell is text whatever it looks like. */
export function CsvTable({ text, label }: { text: string; label: string }) {
  const { data } = Papa.parse<string[]>(text, { preview: rowLimit + 1, skipEmptyLines: true });
  const [head = [], ...rows] = data.map((row) => row.slice(0, columnLimit).map((cell) => cell.slice(0, 500)));
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
      tabIndex={0}
      aria-label={label}
      className="max-h-[60vh] overflow-auto rounded-control border border-line"
    >
      <table className="w-full border-collapse text-sm">
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {withPlaces(head).map(({ place, value }) => (
              <th key={place} scope="col" className="border-b border-line px-2 py-1 text-left font-medium">
                {visibleLine(value)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {withPlaces(rows).map(({ place, value: row }) => (
            <tr key={place} className="odd:bg-canvas">
              {withPlaces(row).map((cell) => (
                <td key={cell.place} className="px-2 py-1 font-mono whitespace-pre">
                  {visibleLine(cell.value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {data.length > rowLimit && <p className="p-2 text-sm text-muted">The first {rowLimit} rows.</p>}
    </section>
  );
}

function withPlaces<Value>(values: readonly Value[]): { place: number; value: Value }[] {
  return values.map((value, place) => ({ place, value }));
}
