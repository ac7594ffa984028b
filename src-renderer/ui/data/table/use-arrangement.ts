import { useEffect, useRef, useState } from 'react';
import type { Arrangement, Sort } from './model/arrange-rows.ts';
import type { OpenTable } from './open-table.ts';

/** The rows of a table after its filter and sort. */
export interface ArrangedRows extends Arrangement {
  count: number;
  /** Changes with each arrangement: cells of another version are outdated. */
  version: number;
  filterBy(text: string): void;
  /** Ascending, then descending, then the order of the file. */
  sortBy(column: number): void;
}

/** Sends each change of filter and sort to the worker. */
export function useArrangement(table: OpenTable): ArrangedRows {
  const [filter, filterBy] = useState('');
  const [sort, setSort] = useState<Sort>();
  const [arranged, setArranged] = useState({ count: table.facts.rowCount, version: 0 });
  const isInitial = useRef(true);
  useEffect(() => {
    // The table opens in the order of the file, with all rows.
    if (isInitial.current && sort === undefined && filter === '') return;
    isInitial.current = false;
    let isOutdated = false;
    void table.arrange({ sort, filter }).then((count) => {
      if (!isOutdated) setArranged(({ version }) => ({ count, version: version + 1 }));
    });
    return () => {
      isOutdated = true;
    };
  }, [table, sort, filter]);
  const sortBy = (column: number) => setSort((current) => nextSort(current, column));
  return { ...arranged, sort, filter, filterBy, sortBy };
}

function nextSort(sort: Sort | undefined, column: number): Sort | undefined {
  if (sort?.column !== column) return { column, direction: 'ascending' };
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : undefined;
}
