import { coversHost, hostNameProblem } from '../../../src-shared/contracts/network/host-pattern.ts';
import type { BlockedReason, NetworkEventData } from '../../../src-shared/contracts/network/network-events.ts';
import type { NetworkTotal } from '../../../src-shared/contracts/network/network-report.ts';
import type { Database, WritableDb } from '../../db/database.ts';
import type { EgressPolicy } from '../../engine/egress/policy.ts';

/** A row of the audit log about the network of a run or sandbox, without the id of its owner. */
export type NetworkAudit =
  | { action: 'network.secret_used'; metadata: { host: string; secret: string } }
  | { action: 'network.blocked'; metadata: { host: string; port: number; reason: BlockedReason } }
  | { action: 'network.summary'; metadata: { totals: NetworkTotal[] } };

export interface NetworkAuditOptions {
  policy: EgressPolicy;
  database: Pick<Database, 'transaction'>;
  /** Writes a row of the audit log with the id of the run or sandbox. */
  recordAudit(db: WritableDb, audit: NetworkAudit): void;
  log: { error(fields: object, message: string): void };
}

/** Rows about refused connections of a run for one reason, so that many unknown names hide no other refusal. */
const rowsOfReason = 32;

/** Writes the audit rows of a network while it is open. Each row is written once. */
export function createNetworkAudit({ policy, database, recordAudit, log }: NetworkAuditOptions) {
  const uses = new Set<string>();
  const blocks = new Map<BlockedReason, Set<string>>();

  return {
    /** Commits the row before it returns, because the value is sent after that. @throws if the value must not be sent */
    recordSecretUse({ host, shownHost, secret }: { host: string; shownHost: string; secret: string }): void {
      if (!isAllowed(policy, { host, secret })) throw new Error('no rule of the run allows this secret at this host');
      const key = toKey(host, secret);
      if (uses.has(key)) return;
      database.transaction((db) =>
        recordAudit(db, { action: 'network.secret_used', metadata: { host: shownHost, secret } }),
      );
      uses.add(key);
    },

    /** Records the first refusal of each host and reason, up to a number for each reason. */
    recordBlocked({ host, port, reason }: NetworkEventData): void {
      if (reason === undefined) return;
      const hosts = blocks.get(reason) ?? new Set();
      if (hosts.size >= rowsOfReason || hosts.has(host)) return;
      blocks.set(reason, hosts.add(host));
      try {
        const metadata = { host, port, reason };
        database.transaction((db) => recordAudit(db, { action: 'network.blocked', metadata }));
      } catch (error) {
        log.error({ err: error }, 'a refused connection could not be recorded');
      }
    },
  };
}

function isAllowed({ rules, secrets }: EgressPolicy, { host, secret }: { host: string; secret: string }): boolean {
  return (
    hostNameProblem(host) === undefined &&
    rules.some((rule) => rule.secrets.includes(secret) && coversHost(rule.host, host)) &&
    secrets.some(({ name, locations }) => name === secret && locations.some((own) => coversHost(own.host, host)))
  );
}

function toKey(host: string, part: string): string {
  return `${host} ${part}`;
}
