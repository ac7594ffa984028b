import type { ReactNode } from 'react';
import { LoadingRows } from '../../feedback/empty-state.tsx';
import type { TableFormat } from './model/table-task.ts';
import { OpenedTable } from './opened-table.tsx';
import { useOpenTable } from './use-open-table.ts';

interface DataTableProps {
  label: string;
  bytes: Uint8Array<ArrayBuffer>;
  format: TableFormat;
  /** Content for a file that is no table. */
  otherwise(reason: string): ReactNode;
}

/** Shows a file as a table that can be sorted and filtered. It is read in a worker. */
export function DataTable({ label, bytes, format, otherwise }: DataTableProps) {
  const table = useOpenTable(bytes, format);
  if (table === undefined) return <LoadingRows label="Reading the table" rows={8} />;
  if (typeof table === 'string') return otherwise(table);
  return <OpenedTable label={label} table={table} />;
}
