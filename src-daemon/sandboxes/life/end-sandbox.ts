import type { SandboxEndReason } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { RecordAudit } from '../../audit/record-audit.ts';
import { type Actor, daemonClient } from '../../core/actor.ts';
import type { Database, WritableDb } from '../../db/database.ts';
import { updateSandboxEnded } from '../sandboxes.store.ts';
import type { SandboxRegistry } from './registry.ts';
import type { ActiveSandbox } from './sandbox.ts';

export interface EndSandboxDeps {
  database: Database;
  recordAudit: RecordAudit;
  registry: SandboxRegistry;
  log: { error(fields: object, message: string): void };
  now: () => number;
}

/** The credential or the daemon that deletes a sandbox. */
type Deleter = Pick<Actor, 'client'> & Partial<Pick<Actor, 'credential'>>;

interface End {
  reason: SandboxEndReason;
  /** The request that deletes the sandbox; absent if no request does. */
  by?: Deleter;
}

export type EndSandbox = (sandbox: ActiveSandbox, end: End) => Promise<void>;

/** Creates the function that ends a sandbox and resolves when its container no longer exists. The first reason is recorded. */
export function createSandboxEnder(deps: EndSandboxDeps): EndSandbox {
  const { database, registry, log } = deps;
  return async (sandbox, { reason, by }) => {
    if (sandbox.beginEnd(reason)) {
      registry.remove(sandbox.id);
      try {
        database.transaction((db) => {
          recordSandboxEnd(deps, db, { ...sandbox, reason, by });
          sandbox.networkRecorder?.recordSummary(db);
        });
      } catch (error) {
        // The container must not outlive a failure of the disk. The next start of the daemon records the end.
        log.error({ sandboxId: sandbox.id, err: error }, 'the end of a sandbox was not recorded');
      }
    }
    await sandbox.live.dispose();
  };
}

interface RecordedEnd {
  id: string;
  accountId: number;
  reason: SandboxEndReason;
  by?: Deleter | undefined;
}

/** Records the end of a sandbox with its audit row, unless that was done already or the account was deleted. */
export function recordSandboxEnd(
  { recordAudit, now }: Pick<EndSandboxDeps, 'recordAudit' | 'now'>,
  db: WritableDb,
  { id, accountId, reason, by = { client: daemonClient } }: RecordedEnd,
): void {
  const isRecorded = updateSandboxEnded(db, { id, endedAt: now(), endReason: reason });
  // The rows of a deleted account are deleted with it, but its audit log stays.
  if (!isRecorded && reason !== 'account_ended') return;
  recordAudit(db, { accountId, ...by }, { action: 'sandbox.delete', resourceId: id, metadata: { endReason: reason } });
}
