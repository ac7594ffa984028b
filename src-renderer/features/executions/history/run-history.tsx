import { History, RotateCcw } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';
import { withTextOutput } from '../../../../src-shared/formats/text-output.ts';
import { useLanguageName } from '../../../client/use-language-name.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { EmptyState, LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { plainLine } from '../../../ui/output/terminal-text.ts';
import { lazyComponent } from '../../../ui/page/lazy-part.ts';
import { formatAgo, formatDuration } from '../../../ui/text/format.ts';
import { LongText } from '../../../ui/text/long-text.tsx';
import { runStatuses } from '../run-status.ts';
import { DurationBar, longestOf } from './duration-bar.tsx';
import { NoMatch } from './no-match.tsx';
import { PinMark } from './pin-button.tsx';
import { runAgainById } from './run-again.ts';
import { RunFilters } from './run-filters.tsx';
import { makerOfRun, nameOfRun } from './run-names.ts';
import { useRuns } from './use-runs.ts';

// The first screen does not need it.
const RunPreview = lazyComponent(() => import('./run-preview.tsx'), 'RunPreview');

/** The run history. A click shows a run in a dialog, and a button runs it again in a tab with its code. */
export function RunHistory() {
  const { executions, error, isPending, isFiltered, hasNextPage, isFetchingNextPage, more, chosen, change } =
    useRuns(30);
  const [shown, setShown] = useState<string>();
  if (isPending) return <LoadingRows label="Loading the history" rows={8} />;
  const longestMs = longestOf(executions);
  return (
    <div className="@container min-h-0 flex-1 overflow-auto">
      <ErrorNote error={error} />
      {(isFiltered || executions.length > 0) && <RunFilters chosen={chosen} onChange={change} />}
      {!error && isFiltered && executions.length === 0 && !isFetchingNextPage && <NoMatch hasMore={hasNextPage} />}
      {!error && !isFiltered && executions.length === 0 && (
        <EmptyState icon={<History size={24} />} title="No runs yet">
          Runs are stored here encrypted. You can read them and run them again.
        </EmptyState>
      )}
      <ul aria-label="Earlier runs" className="divide-y divide-line">
        {executions.map((execution) => (
          <HistoryRow
            key={execution.id}
            execution={execution}
            longestMs={longestMs}
            onShow={() => setShown(execution.id)}
            onAgain={() => void runAgainById(execution.id)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div className="flex justify-center p-2">
          <Button busy={isFetchingNextPage} onClick={more}>
            Show more
          </Button>
        </div>
      )}
      <Suspense>
        <RunPreview id={shown} onClose={() => setShown(undefined)} onRunScreen={() => undefined} />
      </Suspense>
    </div>
  );
}

interface HistoryRowProps {
  execution: Execution;
  longestMs: number;
  onShow(): void;
  onAgain(): void;
}

function HistoryRow({ execution, longestMs, onShow, onAgain }: HistoryRowProps) {
  const { durationMs, exitCode, createdAt } = execution;
  const { label, tone } = runStatuses[execution.status];
  const name = nameOfRun(execution);
  const { stdout, stderr } = withTextOutput(execution);
  const preview = plainLine((stdout || stderr).split('\n')[0]?.slice(0, 200) ?? '');
  return (
    <li className="flex items-center gap-1 pr-1 hover:bg-sunken">
      <button
        type="button"
        onClick={onShow}
        className="group min-w-0 flex-1 px-3 py-2 text-left focus-visible:-outline-offset-2"
      >
        <span className="flex items-center gap-2">
          <Badge tone={tone}>{label}</Badge>
          <LongText text={name} className="text-sm font-medium" />
          {execution.pinned && <PinMark />}
          <span className="ml-auto shrink-0 text-xs text-muted">{formatDuration(durationMs)}</span>
        </span>
        <span className="mt-1 block">
          <DurationBar durationMs={durationMs} longestMs={longestMs} />
        </span>
        <LongText text={preview || '(no output)'} className="mt-0.5 font-mono text-xs text-muted" />
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-muted">
          <Badge isLong>{makerOfRun(execution)}</Badge>
          {useLanguageName(execution.language)}
          {exitCode !== null && exitCode !== 0 && <span>exit {exitCode}</span>}
          <time dateTime={createdAt}>{formatAgo(createdAt)}</time>
        </span>
      </button>
      <IconButton
        label={`Run again: ${name}, ${formatAgo(createdAt)}`}
        icon={<RotateCcw size={14} aria-hidden="true" />}
        onClick={onAgain}
      />
    </li>
  );
}
