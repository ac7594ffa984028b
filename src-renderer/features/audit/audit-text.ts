import type { AuditEntry } from '../../../src-shared/contracts/audit.contract.ts';
import { actionLabels } from '../../../src-shared/formats/audit-actions.ts';

const fieldLabels: Readonly<Record<string, string>> = { actor: 'by', executionId: 'run' };

/**
 * Returns an entry's metadata on one line: `language python · code length 95 · by session s1`. The session or key comes
 * last, because a row cuts the end and most rows have the same one. The usual place, this machine, is left out.
 */
export function describeMetadata({ metadata: { actor, ...others } }: AuditEntry): string {
  return Object.entries(actor === undefined ? others : { ...others, actor })
    .filter(([name, value]) => name !== 'place' || value !== 'machine')
    .map(([name, value]) => `${fieldLabels[name] ?? wordsOf(name)} ${textOf(value)}`)
    .join(' · ');
}

/** Returns the words of a field's name: `code length` for `codeLength`. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
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
