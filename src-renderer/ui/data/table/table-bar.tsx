import { Copy } from 'lucide-react';
import { Button } from '../../controls/button.tsx';
import { TextField } from '../../controls/field.tsx';
import { formatNumber } from '../../text/format.ts';
import type { ArrangedRows } from './use-arrangement.ts';

interface TableBarProps {
  rows: ArrangedRows;
  rowCount: number;
  columnCount: number;
  onCopy(): void;
}

/** The filter of a table with the number of matching rows. */
export function TableBar({ rows, rowCount, columnCount, onCopy }: TableBarProps) {
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
