import { memo } from 'react';
import type { AuditEntry } from '../../../src-shared/audit.contract.ts';
import { visibleLine } from '../../../src-shared/visible-text.ts';
import { classes } from '../../ui/classes.ts';
import { formatTime } from '../../ui/format.ts';
import { actionWords, describeMetadata } from './audit-words.ts';

const alarming = new Set(['auth.login_failed', 'session.reuse_detected', 'account.delete']);

/** One entry of the trail, on one line. */
export const AuditRow = memo(function AuditRow({ entry }: { entry: AuditEntry }) {
  const { id, action, ip_address: ipAddress, created_at: createdAt } = entry;
  const details = visibleLine(describeMetadata(entry)).slice(0, 500);
  return (
    <div className="grid h-full grid-cols-[3rem_11rem_minmax(0,1fr)_6rem_10.5rem] items-center gap-3 px-4 text-sm">
      <span className="text-right font-mono text-xs text-muted">{id}</span>
      <span
        className={classes('truncate font-medium', alarming.has(action) && 'text-danger')}
        title={visibleLine(action)}
      >
        {actionWords[action] ?? visibleLine(action)}
      </span>
      <span className="truncate font-mono text-xs text-muted" title={details}>
        {details}
      </span>
      <span className="truncate font-mono text-xs text-muted">{visibleLine(ipAddress)}</span>
      <time dateTime={createdAt} className="text-right text-muted">
        {formatTime(createdAt)}
      </time>
    </div>
  );
});
