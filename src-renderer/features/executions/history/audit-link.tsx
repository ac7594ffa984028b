import { Link } from 'wouter';
import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';

/** The link from a run to its entries in the audit log. */
export function AuditLink({ execution: { id, createdAt } }: { execution: Execution }) {
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
