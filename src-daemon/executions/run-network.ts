import {
  emptyReport,
  type NetworkDecision,
  type RunNetworkReport,
} from '../../src-shared/contracts/network/network-report.ts';
import type { Settings } from '../../src-shared/contracts/settings.contract.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
import { requireDecision } from '../work/network/plan-network.ts';
import type { CurrentRuns } from './current-run.ts';
import { findSealedParts } from './executions.store.ts';
import { createSealedHistory } from './sealed-history.ts';

interface NetworkDeps {
  database: Database;
  currentRuns: CurrentRuns;
  recordAudit: RecordAudit;
  readSettings: (accountId: number) => Settings;
}

/** Returns the connections and requests of a run: so far, or from the history. A run without rules has none. */
export async function readRunNetwork(
  { database, currentRuns }: Pick<NetworkDeps, 'database' | 'currentRuns'>,
  { accountId, accountKey }: Actor,
  id: string,
): Promise<RunNetworkReport> {
  const current = currentRuns.find(accountId, id);
  if (current?.network !== undefined) return current.network.report();
  const sealed = findSealedParts(database.read, accountId, id)?.network;
  return sealed ? createSealedHistory(accountKey).openNetwork({ accountId, id }, sealed) : emptyReport;
}

/**
 * Decides about the held connections of a run to one host and port. Returns how many there were.
 * @throws AppError `execution_finished`, `network_not_allowed`
 */
export function decideRunConnection(
  { database, currentRuns, recordAudit, readSettings }: NetworkDeps,
  actor: Actor,
  { id, host, port, decision }: NetworkDecision & { id: string },
): number {
  const current = currentRuns.find(actor.accountId, id);
  if (current === undefined || current.status() === 'ended')
    throw new AppError('execution_finished', 'The run has ended, so none of its connections is held any more.');
  if (decision === 'allow') requireDecision(actor, { host, port }, readSettings(actor.accountId));
  const metadata = { executionId: id, host, port, decision };
  const record = () =>
    database.transaction((db) => recordAudit(db, actor, { action: 'network.decided', resourceId: id, metadata }));
  return current.network?.decide({ host, port, decision }, record) ?? 0;
}
