import { useEffect, useState } from 'react';
import type { TableFormat } from './model/table-task.ts';
import { type OpenTable, openTable } from './open-table.ts';

/** Opens a table for the life of a component: undefined while it is read, a text if the file is no table. */
export function useOpenTable(bytes: Uint8Array<ArrayBuffer>, format: TableFormat): OpenTable | string | undefined {
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
