import type { NetworkEventData } from '../../src-shared/contracts/network/network-events.ts';
import type { OutputMask } from '../../src-shared-node/masking/output-mask.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import type { Holding } from '../core/memory/ledger.ts';
import type { Database } from '../db/database.ts';
import type { SandboxJob } from '../engine/engine.ts';
import { createNetworkRecorder } from '../work/network/network-recorder.ts';

interface RecorderDeps {
  database: Database;
  recordAudit: RecordAudit;
  log: { error(fields: object, message: string): void };
}

/** Returns the function that creates the recorder of a run's network; undefined for a run without network rules. */
export function networkRecorderOf(
  { database, recordAudit, log }: RecorderDeps,
  { accountId, client, credential }: Actor,
  {
    job: { id, network },
    ...values
  }: { job: Pick<SandboxJob, 'id' | 'network'>; mask: OutputMask; maskedValues: readonly string[] },
) {
  if (typeof network === 'string') return undefined;
  return (publish: (event: NetworkEventData) => void, holding: Pick<Holding, 'grow'> | undefined) =>
    createNetworkRecorder({
      ...{ ...values, policy: network, database, publish, holding, log },
      recordAudit: (db, { action, metadata }) =>
        recordAudit(
          db,
          { accountId, client, credential },
          { action, resourceId: id, metadata: { executionId: id, ...metadata } },
        ),
    });
}
