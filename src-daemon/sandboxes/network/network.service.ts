import {
  emptyReport,
  type NetworkDecision,
  type RunNetworkReport,
} from '../../../src-shared/contracts/network/network-report.ts';
import type { Settings } from '../../../src-shared/contracts/settings.contract.ts';
import type { RecordAudit } from '../../audit/record-audit.ts';
import type { Actor } from '../../core/actor.ts';
import { requireDecisionRight } from '../../core/rights.ts';
import type { Database } from '../../db/database.ts';
import { requireDecision } from '../../work/network/plan-network.ts';
import type { OwnSandboxAccess } from '../access.ts';

interface NetworkDeps {
  access: OwnSandboxAccess;
  database: Database;
  recordAudit: RecordAudit;
  readSettings: (accountId: number) => Settings;
}

export type SandboxNetworkService = ReturnType<typeof createSandboxNetwork>;

/** The network of sandboxes with rules. */
export function createSandboxNetwork({ access, database, recordAudit, readSettings }: NetworkDeps) {
  return {
    /** Does not count as use. A sandbox without rules has an empty report. */
    async readNetwork(actor: Actor, id: string): Promise<RunNetworkReport> {
      const { networkRecorder } = access.require(actor, id);
      return (await networkRecorder?.report()) ?? emptyReport;
    },

    /**
     * Decides about the held connections of a sandbox to one host and port.
     * @throws AppError `sandbox_not_found`, `sandbox_ended`, `network_not_allowed`, `forbidden`
     */
    decideConnection(actor: Actor, id: string, { host, port, decision }: NetworkDecision): { decided: number } {
      const { networkRecorder, credential } = access.require(actor, id);
      requireDecisionRight(actor, { credentialId: credential.id });
      if (decision === 'allow') requireDecision(actor, { host, port }, readSettings(actor.accountId));
      const metadata = { sandboxId: id, host, port, decision };
      const record = () =>
        database.transaction((db) => recordAudit(db, actor, { action: 'network.decided', resourceId: id, metadata }));
      return { decided: networkRecorder?.decide({ host, port, decision }, record) ?? 0 };
    },
  };
}
