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
import { formatAgo, formatDuration, formatTime } from '../../../ui/text/format.ts';
import { LongText } from '../../../ui/text/long-text.tsx';
import { executionsQuery } from '../executions.queries.ts';
import { runStatuses } from '../run-status.ts';
import { DurationBar, longestOf } from './duration-bar.tsx';
import { makerOfRun, nameOfRun } from './run-names.ts';
import { RunPreview } from './run-preview.tsx';
import { RunsChart } from './runs-chart.tsx';

/** A chart and a list of all runs. `onOpen` is called when the Run screen has a run to show. */
export function RunsActivity({ onOpen }: { onOpen(): void }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    executionsQuery(200),
  );
  const isStacked = useArrangement() === 'stacked';
  const executions = useMemo(() => data?.pages.flatMap((page) => page.executions) ?? [], [data]);
  const longestMs = useMemo(() => longestOf(executions), [executions]);
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
        row={(execution) => <RunRow execution={execution} longestMs={longestMs} onOpen={setShown} />}
      />
      <RunPreview id={shown} onClose={() => setShown(undefined)} onRunScreen={onOpen} />
    </>
  );
}

interface RunRowProps {
  execution: Execution;
  longestMs: number;
  onOpen(id: string): void;
}

const RunRow = memo(function RunRow({ execution, longestMs, onOpen }: RunRowProps) {
  const { label, tone } = runStatuses[execution.status];
  const { createdAt, language, durationMs, exitCode } = execution;
  const second = 'max-[799px]:row-start-2 max-[799px]:text-xs';
  return (
    <button
      type="button"
      onClick={() => onOpen(execution.id)}
      className="group grid h-full w-full grid-cols-[7rem_minmax(0,1fr)_6rem] content-center items-center gap-x-3 px-4 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2 min-[800px]:grid-cols-[7rem_minmax(8rem,3fr)_minmax(6rem,1.5fr)_6rem_4.5rem_6rem_11rem]"
    >
      <span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <LongText text={nameOfRun(execution)} className="font-medium" />
      <LongText text={makerOfRun(execution)} className={`text-muted ${second} max-[799px]:col-start-2`} />
      <LongText text={visibleLine(language)} className={`text-muted ${second} max-[799px]:col-start-1`} />
      <span className="text-right font-mono text-muted max-[799px]:hidden">
        {exitCode === null ? '' : `exit ${exitCode}`}
      </span>
      <span className="text-right font-mono text-muted max-[799px]:col-start-3 max-[799px]:row-start-1">
        {formatDuration(durationMs)}
        <DurationBar durationMs={durationMs} longestMs={longestMs} />
      </span>
      <time dateTime={createdAt} className={`truncate text-right text-muted ${second} max-[799px]:col-start-3`}>
        <span className="max-[799px]:hidden">{formatTime(createdAt)}</span>
        <span className="min-[800px]:hidden">{formatAgo(createdAt)}</span>
      </time>
    </button>
  );
});
