import type { AuditEntry } from '../../src-shared/contracts/audit.contract.ts';
import type { ChainedRow } from './audit-chain.ts';

/** Returns a row as the API shows it. */
export function auditEntryOf(row: ChainedRow): AuditEntry {
  return {
    id: row.seq,
    user_id: row.userId,
    action: row.action,
    resource_type: row.resourceType,
    resource_id: row.resourceId,
    ip_address: row.ipAddress,
    metadata: JSON.parse(row.metadata),
    created_at: new Date(row.createdAt).toISOString(),
  };
}
