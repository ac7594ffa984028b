import { memo } from 'react';
import type { AuditEntry } from '../../../src-shared/contracts/audit.contract.ts';
import { actionLabels } from '../../../src-shared/formats/audit-actions.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { classes } from '../../ui/classes.ts';
import { formatTime } from '../../ui/text/format.ts';
import { LongText } from '../../ui/text/long-text.tsx';
import { describeMetadata } from './audit-text.ts';

const alarming = new Set(['auth.login_failed', 'session.reuse_detected', 'account.delete']);

interface AuditRowProps {
  entry: AuditEntry;
  onOpen(entry: AuditEntry): void;
}

/** One audit entry on one line, or on two in a narrow window. A click shows all its details. */
export const AuditRow = memo(function AuditRow({ entry, onOpen }: AuditRowProps) {
  const { id, action, ip_address: ipAddress, created_at: createdAt } = entry;
  const details = visibleLine(describeMetadata(entry)).slice(0, 500);
  return (
    <button
      type="button"
      onClick={() => onOpen(entry)}
      className="grid h-full w-full grid-cols-[3rem_minmax(0,1fr)_10.5rem] content-center items-center gap-x-3 px-4 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2 min-[800px]:grid-cols-[3rem_11rem_minmax(0,1fr)_6rem_10.5rem]"
    >
      <span className="text-right font-mono text-xs text-muted">{id}</span>
      <LongText
        text={actionLabels[action] ?? visibleLine(action)}
        className={classes('font-medium', alarming.has(action) && 'text-danger')}
      />
      <LongText
        text={details}
        className="font-mono text-xs text-muted max-[800px]:col-start-2 max-[800px]:row-start-2"
      />
      <LongText
        text={visibleLine(ipAddress)}
        className="font-mono text-xs text-muted max-[800px]:col-start-3 max-[800px]:row-start-2 max-[800px]:text-right"
      />
      <time dateTime={createdAt} className="text-right text-muted">
        {formatTime(createdAt)}
      </time>
    </button>
  );
});
