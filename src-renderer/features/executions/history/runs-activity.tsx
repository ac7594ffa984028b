import { ChartColumn, Trash2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { deletedAtOnce } from '../../../../src-shared/contracts/executions/history.contract.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState, LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { VirtualList } from '../../../ui/layout/virtual-list.tsx';
import { DeleteRunsDialog } from './delete-runs-dialog.tsx';
import { longestOf } from './duration-bar.tsx';
import { NoMatch } from './no-match.tsx';
import { RunFilters } from './run-filters.tsx';
import { RunPreview } from './run-preview.tsx';
import { RunRow, useRunRowHeight } from './run-row.tsx';
import { RunsChart } from './runs-chart.tsx';
import { useRuns } from './use-runs.ts';

/** A chart and a list of all runs. `onOpen` is called when the Run screen has a run to show. */
export function RunsActivity({ onOpen }: { onOpen(): void }) {
  const { executions, error, isPending, isFiltered, hasNextPage, isFetchingNextPage, more, chosen, change } =
    useRuns(200);
  const rowHeight = useRunRowHeight();
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
      <EmptyState
        icon={<ChartColumn size={24} />}
        title="No runs yet"
        action={<Button onClick={onOpen}>Run code</Button>}
      >
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
        rowHeight={rowHeight}
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

/** Actions for the selected runs; empty if none is selected. */
function SelectedRuns({ ids, onClear }: { ids: readonly string[]; onClear(): void }) {
  const [deletes, setDeletes] = useState(false);
  if (ids.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-4 py-1.5">
      <span className="text-sm text-muted" role="status">
        {ids.length === 1 ? '1 run selected' : `${ids.length} runs selected`}
      </span>
      <Button onClick={onClear}>Clear selection</Button>
      <Button kind="danger" onClick={() => setDeletes(true)} icon={<Trash2 size={14} aria-hidden="true" />}>
        {ids.length === 1 ? 'Delete run' : `Delete ${ids.length} runs`}
      </Button>
      <DeleteRunsDialog ids={deletes ? ids : []} onClose={() => setDeletes(false)} onDeleted={onClear} />
    </div>
  );
}

/** The runs that the user selected in a list. Runs that are no longer in the list are not selected. */
function useSelectedRuns(executions: readonly { id: string }[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(
    () => executions.flatMap(({ id }) => (chosen.has(id) ? [id] : [])).slice(0, deletedAtOnce),
    [executions, chosen],
  );
  const selected = useMemo(() => new Set(ids), [ids]);
  const select = useCallback((id: string, isSelected: boolean) => {
    setChosen((before) => new Set(isSelected ? [...before, id] : [...before].filter((one) => one !== id)));
  }, []);
  const clear = useCallback(() => setChosen(new Set()), []);
  return { ids, has: (id: string) => selected.has(id), canAdd: ids.length < deletedAtOnce, select, clear };
}
