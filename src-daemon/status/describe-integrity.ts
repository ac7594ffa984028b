import type { AuditResult } from '../../src-shared/contracts/audit.contract.ts';
import type { ItemKind } from '../../src-shared/contracts/items.contract.ts';
import type { Health } from '../../src-shared/contracts/service.contract.ts';

interface Findings {
  /** Result of the last verification of the audit log. */
  auditResult: AuditResult;
  /** Number of refused items of each kind. */
  refused: ReadonlyMap<ItemKind, number>;
}

const faults: Partial<Record<AuditResult, string>> = {
  edited: 'An entry of the audit log was changed.',
  gap: 'An entry of the audit log is missing.',
  truncated: 'Entries at the end of the audit log are missing.',
  rolled_back: 'The database is older than the copy of its head in the key store.',
};

const names: Record<ItemKind, [one: string, many: string]> = {
  secret: ['secret', 'secrets'],
  script: ['stored script', 'stored scripts'],
  api_key: ['API key', 'API keys'],
};

/** Describes the integrity of the records for the health check. It contains no names of items, because it needs no credential. */
export function describeIntegrity({ auditResult, refused }: Findings): Health['integrity'] {
  const counted = [...refused].map(([kind, count]) => `${count} ${names[kind][count === 1 ? 0 : 1]}`);
  const items =
    counted.length > 0
      ? `Refused, because they differ from the state that this daemon last wrote: ${counted.join(', ')}.`
      : undefined;
  const reason = [items, faults[auditResult]].filter((text) => text !== undefined).join(' ');
  if (reason === '') return { status: 'ok' };
  const nextStep = items === undefined ? 'strongroom audit verify' : 'strongroom items ls';
  return { status: 'failing', reason, nextStep };
}
