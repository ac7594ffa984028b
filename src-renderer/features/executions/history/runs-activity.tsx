import { ChartColumn } from 'lucide-react';
import { useMemo, useState } from 'react';
import { EmptyState, LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { VirtualList } from '../../../ui/layout/virtual-list.tsx';
import { useArrangement } from '../../../ui/split/use-media.ts';
import { longestOf } from './duration-bar.tsx';
import { NoMatch } from './no-match.tsx';
import { RunFilters } from './run-filters.tsx';
import { RunPreview } from './run-preview.tsx';
import { RunRow } from './run-row.tsx';
import { RunsChart } from './runs-chart.tsx';
import { SelectedRuns } from './selected-runs.tsx';
import { useRuns } from './use-runs.ts';
import { useSelectedRuns } from './use-selected-runs.ts';

/** A chart and a list of all runs. `onOpen` is called when the Run screen has a run to show. */
export function RunsActivity({ onOpen }: { onOpen(): void }) {
  const { executions, error, isPending, isFiltered, hasNextPage, isFetchingNextPage, more, chosen, change } =
    useRuns(200);
  const isStacked = useArrangement() === 'stacked';
  const longestMs = useMemo(() => longestOf(executions), [executions]);
  const [shown, setShown] = useState<string>();
  const selection = useSelectedRuns(executions);
  if (isPending) return <LoadingRows label="Loading the runs" rows={8} />;
  if (error)
    return (
      <div className="p-4">
        <ErrorNote error={error} />
      </div>
    );
  if (executions.length === 0 && !isFiltered)
    return (
      <EmptyState icon={<ChartColumn size={24} />} title="No runs yet">
        All runs appear here: those of this interface, the API, the command line and agents.
      </EmptyState>
    );
  return (
    <>
      <RunsChart executions={executions} />
      <div className="@container">
        <RunFilters chosen={chosen} onChange={change} />
      </div>
      {executions.length === 0 && !isFetchingNextPage && <NoMatch hasMore={hasNextPage} />}
      <SelectedRuns ids={selection.ids} onClear={selection.clear} />
      <VirtualList
        label="Runs, newest first"
        items={executions}
        keyOf={({ id }) => id}
        rowHeight={isStacked ? 56 : 40}
        onNearEnd={more}
        row={(execution) => (
          <RunRow
            execution={execution}
            longestMs={longestMs}
            onOpen={setShown}
            isSelected={selection.has(execution.id)}
            canSelect={selection.canAdd}
            onSelect={selection.select}
          />
        )}
      />
      <RunPreview id={shown} onClose={() => setShown(undefined)} onRunScreen={onOpen} />
    </>
  );
}
