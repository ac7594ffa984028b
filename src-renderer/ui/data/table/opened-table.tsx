import { useState } from 'react';
import { copyText } from '../../controls/copy-text.ts';
import { showToast } from '../../overlays/toasts.ts';
import { headerRow, type Selection, selectedRange } from './cell-focus.ts';
import type { OpenTable } from './open-table.ts';
import { TableBar } from './table-bar.tsx';
import { TableFoot } from './table-foot.tsx';
import { TableGrid } from './table-grid.tsx';
import { useArrangement } from './use-arrangement.ts';

interface OpenedTableProps {
  label: string;
  table: OpenTable;
}

/** A table with its filter, its cells, and the whole text of the selected cell. */
export function OpenedTable({ label, table }: OpenedTableProps) {
  const { columns, rowCount, notes } = table.facts;
  const rows = useArrangement(table);
  const [selection, setSelection] = useState<Selection>(atFirstCell);
  const copy = async () => {
    const range = selectedRange(selection);
    const isHeader = selection.active.row === headerRow;
    const text = isHeader ? columns[selection.active.column]?.name : await table.copy(range);
    if (text === undefined) showToast('The selection is too large to copy. Save the file instead.', 'danger');
    else if (await copyText(text, { secret: true })) showToast(`Copied ${copiedText(range, isHeader)}.`);
    else showToast('The browser did not allow access to the clipboard.', 'danger');
  };
  if (columns.length === 0) return <p className="p-3 text-sm text-muted">The file has no rows.</p>;
  return (
    <div className="flex min-h-48 flex-1 flex-col">
      <TableBar rows={rows} rowCount={rowCount} columnCount={columns.length} onCopy={() => void copy()} />
      <TableGrid
        label={label}
        table={table}
        rows={rows}
        selection={selection}
        onSelection={setSelection}
        onCopy={() => void copy()}
      />
      <TableFoot table={table} rows={rows} active={selection.active} notes={notes} />
    </div>
  );
}

const atFirstCell: Selection = { active: { row: 0, column: 0 }, anchor: { row: 0, column: 0 } };

function copiedText(range: ReturnType<typeof selectedRange>, isHeader: boolean): string {
  const rows = range.endRow - range.firstRow;
  const columns = range.endColumn - range.firstColumn;
  if (isHeader) return 'the name of the column';
  return rows * columns === 1 ? 'the cell' : `${rows} × ${columns} cells`;
}
