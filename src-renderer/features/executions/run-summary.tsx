import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { RunPackage } from '../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { healthQuery } from '../../client/queries.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { clusterText } from '../../ui/text/cluster-text.ts';
import { formatBytes, formatDuration } from '../../ui/text/format.ts';
import { runStatuses } from './run-status.ts';
import type { Run, RunResult } from './run-store.ts';

interface RunSummaryProps {
  run: Run | undefined;
  /** Selects between the output and the network of the run. */
  viewSwitch: ReactNode;
  /** The toolbar of the output. */
  tools: ReactNode;
}

/**
 * Shows the status or result of a run on one line, with exit code, time and memory. The line has its height before the
 * run, so that nothing moves when a run starts or ends; in a narrow panel it is below the views and tools.
 */
export function RunSummary({ run, viewSwitch, tools }: RunSummaryProps) {
  return (
    <div className="@container relative shrink-0 border-b border-line text-sm">
      <div className="flex flex-wrap items-center gap-x-3 px-3 @4xl:flex-nowrap">
        {/* The selection of the view has the word as well. */}
        <h2 className={viewSwitch ? 'sr-only' : 'font-medium'}>Output</h2>
        <div
          role="status"
          className="order-last flex min-h-7 w-full min-w-0 flex-wrap items-center gap-x-3 gap-y-1 pb-1 text-xs @4xl:order-none @4xl:w-auto @4xl:flex-1 @4xl:pt-1"
        >
          {run ? <State run={run} /> : <span className="text-muted">Not run yet</span>}
        </div>
        <div className="ml-auto flex min-h-9 flex-wrap items-center justify-end gap-x-3">
          {viewSwitch}
          {tools}
        </div>
      </div>
    </div>
  );
}

function State({ run }: { run: Run }) {
  if (run.result) return <Ended result={run.result} />;
  if (run.phase === 'ended') return <Badge tone="danger">Did not run</Badge>;
  return (
    <>
      <Badge tone="accent">
        <Spinner size={10} />
        {phaseOf(run)}
      </Badge>
      <Elapsed since={run.startedAt} />
      {run.installing && <Installing {...run.installing} />}
      {run.printed && <Printed {...run.printed} />}
      {!run.connected && <Badge tone="warn">Connection lost; trying to resume</Badge>}
    </>
  );
}

function phaseOf({ phase, installing }: Run): string {
  if (phase === 'starting') return 'Starting';
  if (phase === 'cancelling') return 'Cancelling';
  return installing ? 'Installing' : 'Running';
}

/** Names the packages that the run waits for. The lines of the installer change too often to be announced. */
function Installing({ packages, line }: NonNullable<Run['installing']>) {
  return (
    <span className="min-w-0 basis-full truncate text-muted">
      {packages.length === 1 ? '1 package' : `${packages.length} packages`} of this program:{' '}
      {packages.map(visibleLine).join(', ')}
      {line !== undefined && <span aria-hidden="true"> · {visibleLine(line.slice(0, 200))}</span>}
    </span>
  );
}

function Ended({ result }: { result: RunResult }) {
  const { label, tone } = runStatuses[result.status];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {result.exitCode !== null && <Fact name="Exit code">{result.exitCode}</Fact>}
      {result.signal !== null && <Fact name="Signal">{result.signal}</Fact>}
      <Fact name="Time">{formatDuration(result.durationMs)}</Fact>
      {result.memoryPeakBytes !== undefined && <Fact name="Memory">{formatBytes(result.memoryPeakBytes)}</Fact>}
      {result.engine !== '' && (
        <Fact name="Engine">
          {visibleLine(result.engine)}
          {result.place === 'cluster' && <ClusterName />}
        </Fact>
      )}
      {result.packages && <Fact name="Packages">{packagesText(result.packages)}</Fact>}
      {truncationsOf(result).map((cut) => (
        <Badge key={cut} tone="warn">
          {cut}
        </Badge>
      ))}
    </>
  );
}

/** Names the cluster of a run that has just ended: that of the daemon. */
function ClusterName() {
  const { data } = useQuery(healthQuery);
  return data && clusterText(data.engine);
}

/** Returns the packages of a run with their versions. */
export function packagesText(packages: readonly RunPackage[]): string {
  return packages.map(({ name, version }) => visibleLine(`${name} ${version}`)).join(', ');
}

/** Returns a text for each stream with missing output. */
export function truncationsOf(result: RunResult): string[] {
  return (['stdout', 'stderr'] as const).flatMap((stream) => {
    const gap = result[`${stream}Gap`];
    if (gap !== undefined) return [`${formatBytes(gap.bytes)} of ${stream} left out`];
    return result[`${stream}Truncated`] ? [`${stream} cut at 1 MiB`] : [];
  });
}

/** Shown while further output is not displayed. The count changes too often to be announced. */
function Printed({ stdoutBytes, stderrBytes }: NonNullable<Run['printed']>) {
  return (
    <span className="text-muted">
      The rest is shown when the program ends
      <span aria-hidden="true"> ({formatBytes(stdoutBytes + stderrBytes)} printed so far)</span>
    </span>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="whitespace-nowrap text-muted">
      {name} <span className="font-mono text-ink">{children}</span>
    </span>
  );
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, []);
  // Hidden from screen readers: the status line would be announced ten times per second.
  return (
    <span aria-hidden="true" className="font-mono text-muted">
      {formatDuration(Math.max(0, now - since))}
    </span>
  );
}
