import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../controls/button.tsx';
import { copyText } from '../../controls/copy-text.ts';
import { TextField } from '../../controls/field.tsx';
import { showToast } from '../../overlays/toasts.ts';
import { formatNumber } from '../../text/format.ts';
import { headerRow, type Selection, selectedRange } from './cell-focus.ts';
import type { OpenTable } from './open-table.ts';
import { TableFoot } from './table-foot.tsx';
import { TableGrid } from './table-grid.tsx';
import { type ArrangedRows, useArrangement } from './use-arrangement.ts';

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

interface TableBarProps {
  rows: ArrangedRows;
  rowCount: number;
  columnCount: number;
  onCopy(): void;
}

/** The filter of a table with the number of matching rows. */
function TableBar({ rows, rowCount, columnCount, onCopy }: TableBarProps) {
  const total = `${formatNumber(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}`;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-2 py-1.5">
      <div className="min-w-32 flex-1 basis-40">
        <TextField
          label="Filter rows"
          labelHidden
          placeholder="Filter rows"
          type="search"
          value={rows.filter}
          onChange={(event) => rows.filterBy(event.target.value)}
        />
      </div>
      <p role="status" className="text-xs text-muted">
        {rows.filter === '' ? total : `${formatNumber(rows.count)} of ${total}`}
        {', '}
        {formatNumber(columnCount)} {columnCount === 1 ? 'column' : 'columns'}
      </p>
      <Button onClick={onCopy} icon={<Copy size={14} aria-hidden="true" />}>
        Copy selection
      </Button>
    </div>
  );
}
