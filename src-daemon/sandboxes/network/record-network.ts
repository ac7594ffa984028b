import type { OutputMask } from '../../../src-shared-node/masking/output-mask.ts';
import type { RecordAudit } from '../../audit/record-audit.ts';
import type { Actor } from '../../core/actor.ts';
import type { Holding } from '../../core/memory/ledger.ts';
import type { Database } from '../../db/database.ts';
import type { LiveSandboxOptions } from '../../engine/live-sandbox.ts';
import { createNetworkRecorder, type NetworkRecorder } from '../../work/network/network-recorder.ts';

interface RecorderDeps {
  database: Database;
  recordAudit: RecordAudit;
  log: { error(fields: object, message: string): void };
}

interface RecordedSandbox {
  /** Counts the memory of the requests for the account until the sandbox has ended. */
  holding: Pick<Holding, 'grow'>;
  options: Pick<LiveSandboxOptions, 'id' | 'network'>;
  mask: OutputMask;
  maskedValues: readonly string[];
}

/** Creates the recorder of a sandbox's network; undefined for a sandbox without network rules. */
export function createSandboxRecorder(
  { database, recordAudit, log }: RecorderDeps,
  { accountId, client, credential }: Actor,
  { options: { id, network }, ...values }: RecordedSandbox,
): NetworkRecorder | undefined {
  if (typeof network === 'string') return undefined;
  return createNetworkRecorder({
    ...{ ...values, policy: network, database, log },
    recordAudit: (db, { action, metadata }) =>
      recordAudit(
        db,
        { accountId, client, credential },
        { action, resourceId: id, metadata: { sandboxId: id, ...metadata } },
      ),
  });
}
