import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { executionsQuery, type RunFilter } from '../executions.queries.ts';

/** Values of the fields of a search; an empty one matches every run. */
export interface ChosenFilter {
  search: string;
  status: string;
  language: string;
  client: string;
  /** Number of days before today. */
  days: string;
  pinned: boolean;
}

const noFilter: ChosenFilter = { search: '', status: '', language: '', client: '', days: '', pinned: false };
/** A search examines at most this many parts of the history on its own; the user can continue it. */
const partsOnItsOwn = 5;

/** The runs of the history that match the fields of a search, which this hook keeps. */
export function useRuns(pageSize: number) {
  const [chosen, setChosen] = useState(noFilter);
  const search = useDeferredValue(chosen.search.trim());
  const { status, language, client, days, pinned } = chosen;
  const filter = useMemo(
    () => filterOf({ search, status, language, client, days, pinned }),
    [search, status, language, client, days, pinned],
  );
  const isFiltered = Object.keys(filter).length > 0;
  const query = useInfiniteQuery(executionsQuery(pageSize, filter));
  const { data, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage } = query;
  const executions = useMemo(() => data?.pages.flatMap((page) => page.executions) ?? [], [data]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const parts = data?.pages.length ?? 0;
  const seeksOn = isFiltered && !isPlaceholderData && executions.length === 0 && parts < partsOnItsOwn;
  useEffect(() => {
    if (seeksOn) more();
  }, [seeksOn, more]);
  const change = useCallback((part: Partial<ChosenFilter>) => setChosen((before) => ({ ...before, ...part })), []);
  return { ...query, executions, more, chosen, change, isFiltered };
}

function filterOf({ search, status, language, client, days, pinned }: ChosenFilter): RunFilter {
  return {
    ...(search !== '' && { search: search.toWellFormed() }),
    ...(status !== '' && { status: status as RunFilter['status'] }),
    ...(language !== '' && { language }),
    ...(client !== '' && { client: client as RunFilter['client'] }),
    ...(days !== '' && { from: startOf(Number(days)) }),
    ...(pinned && { pinned }),
  };
}

/** Returns the time so many days ago, on a whole minute, so that the same choice is the same query. */
function startOf(days: number): string {
  const minute = 60_000;
  return new Date(Math.floor(Date.now() / minute) * minute - days * 24 * 60 * minute).toISOString();
}
