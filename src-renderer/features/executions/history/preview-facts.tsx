import type { ReactNode } from 'react';
import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { formatBytes, formatDuration } from '../../../ui/text/format.ts';
import { runStatuses } from '../run-status.ts';
import { packagesText, truncationsOf } from '../run-summary.tsx';

/** Shows the result of a stored run and its engine. */
export function PreviewFacts({ execution }: { execution: Execution }) {
  const { status, exitCode, signal, durationMs, memoryPeakBytes, engine, packages } = execution;
  const { label, tone } = runStatuses[status];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <Badge tone={tone}>{label}</Badge>
      {exitCode !== null && <Fact name="Exit code">{exitCode}</Fact>}
      {signal !== null && <Fact name="Signal">{signal}</Fact>}
      <Fact name="Time">{formatDuration(durationMs)}</Fact>
      {memoryPeakBytes !== undefined && <Fact name="Memory">{formatBytes(memoryPeakBytes)}</Fact>}
      {engine !== '' && <Fact name="Engine">{visibleLine(engine)}</Fact>}
      {packages && <Fact name="Packages">{packagesText(packages)}</Fact>}
      {truncationsOf(execution).map((cut) => (
        <Badge key={cut} tone="warn">
          {cut}
        </Badge>
      ))}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="text-muted">
      {name} <span className="font-mono text-ink">{children}</span>
    </span>
  );
}
