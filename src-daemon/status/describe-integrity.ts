import type { AuditResult } from '../../src-shared/contracts/audit.contract.ts';
import type { ItemKind } from '../../src-shared/contracts/items.contract.ts';
import type { Health } from '../../src-shared/contracts/service.contract.ts';

interface Findings {
  /** Of the last verification. */
  verdict: AuditResult;
  /** How many items of each kind are refused. */
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

/** What the health says of the database's own records, without a name of an item: it is open to everyone here. */
export function describeIntegrity({ verdict, refused }: Findings): Health['integrity'] {
  const counted = [...refused].map(([kind, count]) => `${count} ${names[kind][count === 1 ? 0 : 1]}`);
  const items = counted.length > 0 ? `Not as last written here, and refused: ${counted.join(', ')}.` : undefined;
  const reason = [items, faults[verdict]].filter((text) => text !== undefined).join(' ');
  if (reason === '') return { status: 'ok' };
  const nextStep = items === undefined ? 'strongroom audit verify' : 'strongroom items ls';
  return { status: 'failing', reason, nextStep };
}
