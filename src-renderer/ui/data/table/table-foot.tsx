import { useEffect, useState } from 'react';
import type { CellPosition } from './cell-focus.ts';
import type { OpenTable } from './open-table.ts';
import type { ArrangedRows } from './use-arrangement.ts';

interface TableFootProps {
  table: OpenTable;
  rows: ArrangedRows;
  active: CellPosition;
  notes: readonly string[];
}

/** Shows what the table leaves out, and the whole text of the cell that has the focus. */
export function TableFoot({ table, rows, active, notes }: TableFootProps) {
  const text = useCellText(table, rows.version, active);
  return (
    <div className="flex shrink-0 flex-col border-t border-line">
      {notes.map((note) => (
        <p key={note} className="bg-warn-soft px-3 py-1 text-xs break-words text-warn">
          {note}
        </p>
      ))}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label="Text of the selected cell"
        dir="auto"
        className="h-8 overflow-auto bg-sunken px-3 py-1 font-mono text-xs break-all whitespace-pre-wrap focus-visible:-outline-offset-2"
      >
        {text}
      </section>
    </div>
  );
}

function useCellText(table: OpenTable, version: number, { row, column }: CellPosition): string {
  const [text, setText] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another arrangement has another cell there
  useEffect(() => {
    let isOutdated = false;
    const show = (found: string) => void (isOutdated || setText(found));
    if (row < 0) show(table.facts.columns[column]?.name ?? '');
    else void table.cell(row, column).then(show);
    return () => {
      isOutdated = true;
    };
  }, [table, version, row, column]);
  return text;
}
