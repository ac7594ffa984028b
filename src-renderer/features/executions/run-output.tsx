import { SquareTerminal } from 'lucide-react';

import { ApiError } from '../../client/api-error.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { createOutputLog } from '../../ui/output/output-log.ts';
import { OutputView } from '../../ui/output/output-view.tsx';
import { ResultFiles } from './files/result-files.tsx';
import { isUnderWay, type Run, useRun } from './run-store.ts';
import { RunSummary } from './run-summary.tsx';

const noOutput = createOutputLog();
/** Paths of the options whose fields show the daemon's errors (run-options.tsx). */
const markedOptions: readonly string[] = ['timeoutMs', 'compileTimeoutMs', 'maxQueueMs', 'memoryMb'];

/** Shows the output, the result and the files of the current run. With a label, only runs with that label are shown. */
export function RunOutput({ label }: { label?: string }) {
  const latest = useRun((state) => state.run);
  const run = label === undefined || latest?.label === label ? latest : undefined;
  return (
    <section aria-label="Output" className="flex min-h-0 flex-1 flex-col overflow-auto bg-surface">
      <RunSummary run={run} isLabelHidden={label !== undefined} />
      {run?.error && (
        <div className="p-2">
          <ErrorNote error={withoutMarked(run.error)} />
        </div>
      )}
      {run?.result?.notices?.map((notice) => (
        <p key={notice} className="border-b border-line bg-warn-soft px-3 py-1.5 text-sm break-words text-warn">
          {notice}
        </p>
      ))}
      <OutputView
        key={run?.startedAt ?? 0}
        log={run?.log ?? noOutput}
        live={isUnderWay(run)}
        empty={<NoOutput run={run} />}
      />
      <ResultFiles runId={run?.id} files={run?.files ?? []} />
    </section>
  );
}

function NoOutput({ run }: { run: Run | undefined }) {
  if (run?.error) return null;
  if (run === undefined)
    return (
      <EmptyState icon={<SquareTerminal size={24} />} title="Output appears here during the run">
        Each run uses its own container, which is removed afterwards.
      </EmptyState>
    );
  return (
    <p className="px-3 py-1 font-sans text-muted">
      {run.phase === 'ended' ? 'The program wrote no output.' : 'No output yet.'}
    </p>
  );
}

/** Replaces an error whose details are all shown at the option fields by a message that refers to them. */
function withoutMarked(error: ApiError): ApiError {
  const { code, details, requestId } = error;
  if (details.length === 0 || !details.every(({ path }) => markedOptions.includes(path))) return error;
  return new ApiError(
    code,
    'The run was not started because a limit is not valid. Correct the marked field under Options.',
    {
      requestId,
    },
  );
}
