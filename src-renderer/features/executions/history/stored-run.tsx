import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { asApiError } from '../../../client/api-error.ts';
import { useLanguageName } from '../../../client/use-language-name.ts';
import { classes } from '../../../ui/classes.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { OutputToolbar } from '../../../ui/output/output-toolbar.tsx';
import { OutputView } from '../../../ui/output/output-view.tsx';
import { useOutputControls } from '../../../ui/output/use-output-controls.ts';
import { formatBytes, formatDuration, formatTime } from '../../../ui/text/format.ts';
import { executionQuery } from '../executions.queries.ts';
import { ResultFiles } from '../files/result-files.tsx';
import { RunHints } from '../hints/run-hints.tsx';
import { runStatuses } from '../run-status.ts';
import { packagesText, truncationsOf } from '../run-summary.tsx';
import { logOf } from './execution-log.ts';
import { PreviewActions } from './preview-actions.tsx';
import { PreviewCode } from './preview-code.tsx';
import { PreviewNetwork } from './preview-network.tsx';
import { runErrorMessage } from './run-again.ts';
import { makerOfRun, nameOfRun } from './run-names.ts';

interface StoredRunProps {
  id: string;
  /** Called when the Run screen shows the result. */
  onLeave(): void;
  onDeleted(): void;
}

/** Shows a stored run: its facts, actions, code, output and connections. */
export function StoredRun({ id, onLeave, onDeleted }: StoredRunProps) {
  const { data, error } = useQuery(executionQuery(id));
  if (data !== undefined) return <Preview execution={data} onLeave={onLeave} onDeleted={onDeleted} />;
  if (error === null) return <LoadingRows label="Loading the run" rows={8} />;
  if (asApiError(error).code !== 'execution_not_found') return <ErrorNote error={error} />;
  return (
    <p role="alert" className="text-sm">
      {runErrorMessage(error)}
    </p>
  );
}

function Preview({ execution, ...events }: Omit<StoredRunProps, 'id'> & { execution: Execution }) {
  const log = useMemo(() => logOf(execution), [execution]);
  const controls = useOutputControls(log);
  const { language, createdAt } = execution;
  return (
    <>
      <p className="text-sm text-muted">
        <strong className="font-medium break-all text-ink">{nameOfRun(execution)}</strong>, {useLanguageName(language)},{' '}
        <time dateTime={createdAt}>{formatTime(createdAt)}</time>
      </p>
      <PreviewFacts execution={execution} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PreviewActions execution={execution} {...events} />
        <AuditLink execution={execution} />
      </div>
      <PreviewCode execution={execution} />
      <div className="flex flex-col gap-1">
        <div className="flex items-end justify-between">
          <h3 className="text-sm font-medium">Output</h3>
          <OutputToolbar controls={controls} fileName="output.txt" />
        </div>
        {execution.notices?.map((notice) => (
          <p key={notice} className="rounded-control bg-warn-soft px-3 py-1.5 text-sm break-words text-warn">
            {visibleLine(notice)}
          </p>
        ))}
        {execution.hints && <RunHints hints={execution.hints} actions={{}} isBusy={false} />}
        <div className="flex h-64 flex-col overflow-hidden rounded-control border border-line">
          <OutputView
            label="Output of this run"
            controls={controls}
            isGrowing={false}
            empty={<p className="px-3 py-1 font-sans text-muted">{emptyText(execution)}</p>}
          />
          <ResultFiles runId={execution.id} files={execution.files} />
        </div>
      </div>
      <PreviewNetwork execution={execution} />
    </>
  );
}

function emptyText({ status }: Execution): string {
  if (status === 'queued' || status === 'running') return 'The run has not ended. Its output is stored when it ends.';
  if (status === 'interrupted') return 'The daemon stopped during this run, so its output was not stored.';
  return 'The program wrote no output, or the settings do not store output.';
}

/** The link from a run to its entries in the audit log. */
function AuditLink({ execution: { id, createdAt } }: { execution: Execution }) {
  // The Swedish form of a date is YYYY-MM-DD. Entries about a run are not older than it.
  const day = new Date(createdAt).toLocaleDateString('sv-SE');
  return (
    <Link
      href={`/activity/audit/${encodeURIComponent(id)}/${day}`}
      className="text-sm font-medium text-accent underline underline-offset-2"
    >
      Show in the audit log
    </Link>
  );
}

/** Shows the result of a stored run and its engine. */
function PreviewFacts({ execution }: { execution: Execution }) {
  const { status, exitCode, signal, durationMs, memoryPeakBytes, engine, place, packages } = execution;
  const { label, tone } = runStatuses[status];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <Badge tone={tone}>{label}</Badge>
      <Fact name="Source" isText>
        {makerOfRun(execution)}
      </Fact>
      {exitCode !== null && <Fact name="Exit code">{exitCode}</Fact>}
      {signal !== null && <Fact name="Signal">{signal}</Fact>}
      <Fact name="Time">{formatDuration(durationMs)}</Fact>
      {memoryPeakBytes !== undefined && <Fact name="Memory">{formatBytes(memoryPeakBytes)}</Fact>}
      {engine !== '' && <Fact name="Engine">{visibleLine(engine) + (place === 'cluster' ? ' in a cluster' : '')}</Fact>}
      {packages && <Fact name="Packages">{packagesText(packages)}</Fact>}
      {truncationsOf(execution).map((cut) => (
        <Badge key={cut} tone="warn">
          {cut}
        </Badge>
      ))}
    </div>
  );
}

function Fact({ name, isText = false, children }: { name: string; isText?: boolean; children: ReactNode }) {
  return (
    <span className="text-muted">
      {name} <span className={classes('text-ink', !isText && 'font-mono')}>{children}</span>
    </span>
  );
}
