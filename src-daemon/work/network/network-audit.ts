import { coversHost, hostNameProblem } from '../../../src-shared/contracts/network/host-pattern.ts';
import {
  type BlockedReason,
  isFailure,
  type NetworkEventData,
} from '../../../src-shared/contracts/network/network-events.ts';
import type { NetworkTotal } from '../../../src-shared/contracts/network/network-report.ts';
import type { Database, WritableDb } from '../../db/database.ts';
import type { EgressPolicy } from '../../egress/policy.ts';

/** A row of the audit log about the network of a run or sandbox, without the id of its owner. */
export type NetworkAudit =
  | { action: 'network.secret_used'; metadata: { host: string; secret: string } }
  | { action: 'network.secret_sent'; metadata: { host: string; secret: string } }
  | { action: 'network.secret_not_sent'; metadata: { host: string; secret: string; reason?: BlockedReason } }
  | { action: 'network.blocked' | 'network.failed'; metadata: { host: string; port: number; reason: BlockedReason } }
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

/** A value that was about to be sent to a host. */
interface SecretUse {
  host: string;
  /** Without the values of other secrets. */
  shownHost: string;
  secret: string;
  isSent: boolean;
  /** The last reason why a connection or a request to the host did not succeed. */
  reason?: BlockedReason;
}

/** Writes the audit rows of a network while it is open. Each row is written once. */
export function createNetworkAudit({ policy, database, recordAudit, log }: NetworkAuditOptions) {
  const uses = new Map<string, SecretUse>();
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
      uses.set(key, { host, shownHost, secret, isSent: false });
    },

    /** Notes that a request to a host was sent, with these secrets in it. */
    noteSent(host: string, secrets: readonly string[]): void {
      for (const secret of secrets) {
        const use = uses.get(toKey(host, secret));
        if (use !== undefined) use.isSent = true;
      }
    },

    /** Notes why a connection or a request to a host did not succeed. */
    noteReason(host: string, reason: BlockedReason): void {
      for (const use of uses.values()) if (use.host === host) use.reason = reason;
    },

    /** Writes the outcome for each value that was about to be sent, in the transaction that records the end. */
    recordOutcomes(db: WritableDb): void {
      for (const { shownHost, secret, isSent, reason } of uses.values()) {
        const metadata = { host: shownHost, secret };
        if (isSent) recordAudit(db, { action: 'network.secret_sent', metadata });
        else
          recordAudit(db, { action: 'network.secret_not_sent', metadata: { ...metadata, ...(reason && { reason }) } });
      }
    },

    /** Records the first refusal or failure of each host and reason, up to a number for each reason. */
    recordBlocked({ host, port, reason }: NetworkEventData): void {
      if (reason === undefined) return;
      const hosts = blocks.get(reason) ?? new Set();
      if (hosts.size >= rowsOfReason || hosts.has(host)) return;
      blocks.set(reason, hosts.add(host));
      try {
        const metadata = { host, port, reason };
        const action = isFailure(reason) ? 'network.failed' : 'network.blocked';
        database.transaction((db) => recordAudit(db, { action, metadata }));
      } catch (error) {
        log.error({ err: error }, 'a refused or failed connection could not be recorded');
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
