import type { NetworkEventData } from '../../../src-shared/contracts/network/network-events.ts';
import type { NetworkDecision, RunNetworkReport } from '../../../src-shared/contracts/network/network-report.ts';
import type { OutputMask } from '../../../src-shared-node/masking/output-mask.ts';
import type { Holding } from '../../core/memory/ledger.ts';
import type { WritableDb } from '../../db/database.ts';
import type { EgressControl, EgressHooks } from '../../egress/policy.ts';
import { checkedEvent } from './checked-event.ts';
import { createHostMask } from './host-mask.ts';
import { createNetworkAudit, type NetworkAuditOptions } from './network-audit.ts';
import { createNetworkTotals } from './network-totals.ts';
import { createPacedEvents } from './paced-events.ts';
import { createRequestList } from './request-list.ts';

/** The engine holds at most 64 connections at a time. */
const heldKept = 256;

interface RecorderOptions extends NetworkAuditOptions {
  mask: OutputMask;
  /** Values of secrets that the program has; they are masked in the names of hosts. */
  maskedValues: readonly string[];
  /** Appends an event to the stream of the run; absent for a sandbox, which has no stream of its own. */
  publish?: (event: NetworkEventData) => void;
  /** Counts the memory of the requests for the account. Its owner releases it. */
  holding?: Pick<Holding, 'grow'> | undefined;
}

export type NetworkRecorder = ReturnType<typeof createNetworkRecorder>;

/** Records the network of one run or sandbox: audit rows, totals, requests and events. Its memory is bounded. */
export function createNetworkRecorder({ mask, maskedValues, publish, holding, ...options }: RecorderOptions) {
  const { policy, recordAudit, log } = options;
  const audit = createNetworkAudit(options);
  const totals = createNetworkTotals(policy.rules);
  const requests = createRequestList(mask, holding);
  const hostMask = createHostMask(
    maskedValues,
    policy.rules.map(({ host }) => host),
  );
  const events = publish && createPacedEvents(publish);
  const held = createHeldTargets();
  const isKnown = (name: string) => policy.secrets.some((secret) => secret.name === name);
  let control: EgressControl | undefined;
  let hasClosed = false;

  const hooks: EgressHooks = {
    onEvent(reported) {
      if (hasClosed) return;
      const checked = checkedEvent(policy, reported);
      const event = { ...checked, host: hostMask(checked.host) };
      totals.add(event);
      held.add(event);
      if (event.phase === 'blocked') {
        if (event.reason !== undefined) audit.noteReason(checked.host, event.reason);
        audit.recordBlocked(event);
      }
      events?.push(event);
    },
    onRequest(request) {
      if (hasClosed) return;
      const secrets = request.secrets.filter(isKnown);
      audit.noteSent(request.host, secrets);
      requests.add({ ...request, host: hostMask(request.host), secrets });
    },
    onSecretUse(host, secret) {
      try {
        if (hasClosed) throw new Error('the run has ended');
        audit.recordSecretUse({ host, shownHost: hostMask(host), secret });
      } catch (error) {
        log.error({ err: error }, 'the use of a secret was not recorded, so its value is not sent');
        throw error;
      }
    },
    onOpen(opened) {
      control = opened;
    },
  };

  return {
    hooks,

    async report(): Promise<RunNetworkReport> {
      const waiting = hasClosed ? [] : held.list();
      return { totals: totals.list(), ...(await requests.list()), ...(waiting.length > 0 && { held: waiting }) };
    },

    /** Approximate memory of the requests: the number of characters of their paths. */
    heldBytes: requests.heldBytes,

    /**
     * Decides about the held connections to a host and port, and about later ones. Returns how many are held; 0 if a
     * decision has no effect, which is not recorded.
     * @param record records the decision, before it takes effect
     */
    decide({ host, port, decision }: NetworkDecision, record: () => void): number {
      if (policy.onBlocked !== 'ask' || control === undefined || hasClosed) return 0;
      record();
      const count = held.take({ host, port });
      control.decide({ host, port }, decision === 'allow');
      return count;
    },

    /** Ends the recording: later events are not recorded, and no value of a secret is sent any more. */
    close(): void {
      hasClosed = true;
      events?.finish();
    },

    /**
     * Writes the outcomes for the secrets, and the row that sums up the network, in the transaction that records the
     * end; none if it was never open.
     */
    recordSummary(db: WritableDb): void {
      audit.recordOutcomes(db);
      if (control !== undefined) recordAudit(db, { action: 'network.summary', metadata: { totals: totals.list() } });
    },
  };
}

type HeldTarget = Pick<NetworkEventData, 'host' | 'port'>;

/** The connections of a run that wait for a decision. */
function createHeldTargets() {
  const held = new Map<number, HeldTarget>();

  return {
    /** Adds a held connection; any later event of it means that it is not held any more. */
    add({ id, phase, host, port }: NetworkEventData): void {
      held.delete(id);
      if (phase === 'held' && held.size < heldKept) held.set(id, { host, port });
    },

    /** Returns the held connections by host and port. */
    list(): { host: string; port: number; connections: number }[] {
      const byTarget = Object.groupBy(held.values(), ({ host, port }) => `${host} ${port}`);
      return Object.values(byTarget).flatMap((targets = []) => {
        const [first] = targets;
        return first === undefined ? [] : [{ ...first, connections: targets.length }];
      });
    },

    /** Removes the connections to a host and port, and returns their number. */
    take({ host, port }: HeldTarget): number {
      const ids = [...held].filter(([, target]) => target.host === host && target.port === port).map(([id]) => id);
      for (const id of ids) held.delete(id);
      return ids.length;
    },
  };
}
