import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AuditEntry } from '../../../src-shared/contracts/audit.contract.ts';
import { actionLabels } from '../../../src-shared/formats/audit-actions.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { formatTime } from '../../ui/text/format.ts';
import { describeMetadata, runOf } from './audit-text.ts';

/** Shows all details of an audit entry: a row is too short for long ones. */
export function AuditEntryDialog({ entry, onClose }: { entry: AuditEntry; onClose(): void }) {
  const { id, action, resource_type: kind, resource_id: of, ip_address: ipAddress, created_at: createdAt } = entry;
  const run = runOf(entry);
  return (
    <Dialog open onOpenChange={onClose} title={`Entry ${id}: ${actionLabels[action] ?? action}`}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <Fact name="Time">{formatTime(createdAt)}</Fact>
        <Fact name="Action">{visibleLine(action)}</Fact>
        {kind && <Fact name="Resource">{visibleLine([kind, of].filter(Boolean).join(' '))}</Fact>}
        <Fact name="Address">{visibleLine(ipAddress)}</Fact>
        <Fact name="Details">{visibleLine(describeMetadata(entry)) || 'none'}</Fact>
      </dl>
      {run !== undefined && (
        <Link
          href={`/activity/run/${encodeURIComponent(run)}`}
          onClick={onClose}
          className="self-start text-sm font-medium text-accent underline underline-offset-2"
        >
          Show the run
        </Link>
      )}
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="font-mono break-words">{children}</dd>
    </>
  );
}
