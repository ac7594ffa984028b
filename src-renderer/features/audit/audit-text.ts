import type { AuditEntry } from '../../../src-shared/contracts/audit.contract.ts';
import { actionLabels } from '../../../src-shared/formats/audit-actions.ts';

/** Returns an entry's metadata on one line: `language python · secrets 2`. The usual place, this machine, is left out. */
export function describeMetadata({ metadata }: AuditEntry): string {
  return Object.entries(metadata)
    .filter(([name, value]) => name !== 'place' || value !== 'machine')
    .map(([name, value]) => `${name} ${textOf(value)}`)
    .join(' · ');
}

/** Returns the id of the run that an entry is about; undefined for another entry. */
export function runOf({ metadata: { executionId } }: AuditEntry): string | undefined {
  return typeof executionId === 'string' ? executionId : undefined;
}

/** Returns the searchable text of an entry, in lower case. */
export function searchTextOf(entry: AuditEntry): string {
  const { action, resource_type, resource_id, ip_address } = entry;
  const parts = [action, actionLabels[action], resource_type, resource_id, ip_address, describeMetadata(entry)];
  return parts.filter(Boolean).join(' ').toLowerCase();
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join(' ');
  return String(value);
}
