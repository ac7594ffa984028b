import type { Network } from '../../src-shared/contracts/network/network-rules.ts';
import type { SandboxEndReason } from '../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { ReadableDb, WritableDb } from '../db/database.ts';

/** A sandbox that has ended. Times are epoch ms. */
export interface EndedSandboxRow {
  id: string;
  accountId: number;
  /** Null and undefined for a sandbox of an older version. */
  credentialId: string | null;
  network: Network | undefined;
  secretNames: string[];
  endReason: SandboxEndReason;
}

interface NewSandboxRow {
  id: string;
  accountId: number;
  credentialId: string;
  network: Network;
  secretNames: readonly string[];
  createdAt: number;
}

export function insertSandbox(db: WritableDb, { secretNames, network, ...row }: NewSandboxRow): void {
  db.run(
    `INSERT INTO sandboxes (id, account_id, credential_id, secret_names, network, created_at)
     VALUES (:id, :accountId, :credentialId, :secretNames, :network, :createdAt)`,
    { ...row, secretNames: JSON.stringify(secretNames), network: JSON.stringify(network) },
  );
}

/** Records an end. Returns false if it was recorded already, or the account was deleted. */
export function updateSandboxEnded(
  db: WritableDb,
  row: { id: string; endedAt: number; endReason: SandboxEndReason },
): boolean {
  const { changes } = db.run(
    'UPDATE sandboxes SET ended_at = :endedAt, end_reason = :endReason WHERE id = :id AND end_reason IS NULL',
    row,
  );
  return changes > 0;
}

/** Returns the sandboxes whose end is not recorded. */
export function listOpenSandboxes(db: ReadableDb): { id: string; accountId: number }[] {
  return db.all('SELECT id, account_id AS accountId FROM sandboxes WHERE end_reason IS NULL ORDER BY seq');
}

/** Finds a sandbox of an account that ended after a time. */
export function findEndedSandbox(
  db: ReadableDb,
  key: { id: string; accountId: number; endedAfter: number },
): EndedSandboxRow | undefined {
  const row = db.get<
    Omit<EndedSandboxRow, 'secretNames' | 'network'> & { secretNames: string; network: string | null }
  >(
    `SELECT id, account_id AS accountId, credential_id AS credentialId, secret_names AS secretNames, network,
       end_reason AS endReason FROM sandboxes
     WHERE id = :id AND account_id = :accountId AND ended_at > :endedAfter`,
    key,
  );
  if (row === undefined) return undefined;
  const network: Network | undefined = row.network === null ? undefined : JSON.parse(row.network);
  return { ...row, network, secretNames: JSON.parse(row.secretNames) };
}

export function deleteSandboxesEndedBefore(db: WritableDb, endedBefore: number): void {
  db.run('DELETE FROM sandboxes WHERE ended_at <= ?', [endedBefore]);
}
