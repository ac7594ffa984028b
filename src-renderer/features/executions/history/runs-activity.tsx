import { useInfiniteQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { memo, useCallback, useMemo, useState } from 'react';
import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { EmptyState, LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { VirtualList } from '../../../ui/layout/virtual-list.tsx';
import { useArrangement } from '../../../ui/split/use-media.ts';
import { formatDuration, formatTime } from '../../../ui/text/format.ts';
import { LongText } from '../../../ui/text/long-text.tsx';
import { executionsQuery } from '../executions.queries.ts';
import { runStatuses } from '../run-status.ts';
import { RunPreview } from './run-preview.tsx';
import { RunsChart } from './runs-chart.tsx';

/** A chart and a list of all runs. `onOpen` is called when the Run screen has a run to show. */
export function RunsActivity({ onOpen }: { onOpen(): void }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    executionsQuery(200),
  );
  const isStacked = useArrangement() === 'stacked';
  const executions = useMemo(() => data?.pages.flatMap((page) => page.executions) ?? [], [data]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const [shown, setShown] = useState<string>();
  if (isPending) return <LoadingRows label="Loading the runs" rows={8} />;
  if (error)
    return (
      <div className="p-4">
        <ErrorNote error={error} />
      </div>
    );
  if (executions.length === 0)
    return (
      <EmptyState icon={<ChartColumn size={24} />} title="No runs yet">
        All runs appear here: those of this interface, the API, the command line and agents.
      </EmptyState>
    );
  return (
    <>
      <RunsChart executions={executions} />
      <VirtualList
        label="Runs, newest first"
        items={executions}
        keyOf={({ id }) => id}
        rowHeight={isStacked ? 56 : 40}
        onNearEnd={more}
        row={(execution) => <RunRow execution={execution} onOpen={setShown} />}
      />
      <RunPreview id={shown} onClose={() => setShown(undefined)} onRunScreen={onOpen} />
    </>
  );
}

const RunRow = memo(function RunRow({ execution, onOpen }: { execution: Execution; onOpen(id: string): void }) {
  const { label, tone } = runStatuses[execution.status];
  const { createdAt, language, source, durationMs, exitCode } = execution;
  return (
    <button
      type="button"
      onClick={() => onOpen(execution.id)}
      className="grid h-full w-full grid-cols-[7rem_minmax(0,1fr)_5rem_6rem] content-center items-center gap-x-3 px-4 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2 min-[800px]:grid-cols-[7rem_minmax(6rem,1fr)_minmax(6rem,2fr)_5rem_6rem_11rem]"
    >
      <span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <LongText text={visibleLine(language)} />
      <LongText
        text={visibleLine(source)}
        className="text-muted max-[799px]:col-span-2 max-[799px]:row-start-2 max-[799px]:text-xs"
      />
      <span className="text-right font-mono text-muted">{exitCode === null ? '' : `exit ${exitCode}`}</span>
      <span className="text-right font-mono text-muted">{formatDuration(durationMs)}</span>
      <time
        dateTime={createdAt}
        className="text-right text-muted max-[799px]:col-span-2 max-[799px]:row-start-2 max-[799px]:text-xs"
      >
        {formatTime(createdAt)}
      </time>
    </button>
  );
});
