import { type ReactNode, useEffect, useState } from 'react';
import { LoadingRows } from '../../feedback/empty-state.tsx';
import type { TableFormat } from './model/table-task.ts';
import { type OpenTable, openTable } from './open-table.ts';
import { OpenedTable } from './opened-table.tsx';

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

/** Opens a table for the life of a component: undefined while it is read, a text if the file is no table. */
function useOpenTable(bytes: Uint8Array<ArrayBuffer>, format: TableFormat): OpenTable | string | undefined {
  const [table, setTable] = useState<OpenTable | string>();
  useEffect(() => {
    let isClosed = false;
    let opened: OpenTable | string | undefined;
    const closeOpened = () => void (typeof opened === 'object' && opened.close());
    setTable(undefined);
    void openTable(bytes, format).then((answer) => {
      opened = answer;
      if (isClosed) closeOpened();
      else setTable(answer);
    });
    return () => {
      isClosed = true;
      closeOpened();
    };
  }, [bytes, format]);
  return table;
}
