import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkTotal } from '../../../src-shared/contracts/network/network-report.ts';
import type { Actor } from '../../core/actor.ts';
import { ownerOf } from '../agent-owner.ts';
import type { AgentSandboxes, NetworkWatch } from '../agent-services.ts';
import { networkOutput } from './network-result.ts';
import { readReport } from './read-network.ts';

/** Sandboxes whose connections are remembered, of all agents. */
const sandboxesKept = 1024;
/** Events of connections arrive shortly after the output of the program that opened them. */
const settleMs = 100;

interface Watched {
  hasRules: boolean;
  /** Totals that the agent has seen. */
  totals: readonly NetworkTotal[];
}

/** Follows the connections of the sandboxes that agents use. Each credential has its own view of them. */
export function createNetworkWatch({ read, network }: Pick<AgentSandboxes, 'read' | 'network'>): NetworkWatch {
  const watched = new Map<string, Watched>();

  async function open(actor: Actor, id: string): Promise<Watched> {
    const hasRules = typeof (await read(actor, id)).network === 'object';
    const { totals } = await readReport(() => network.readNetwork(actor, id));
    const opened = { hasRules, totals };
    watched.set(keyOf(actor, id), opened);
    const [oldest] = watched.keys();
    if (watched.size > sandboxesKept && oldest !== undefined) watched.delete(oldest);
    return opened;
  }

  /**
   * Does work in a sandbox, and returns the connections since the last call: of this work, of others at the same time, and
   * those that were reported too late for the last answer.
   */
  return async (actor, id, work) => {
    const state = watched.get(keyOf(actor, id)) ?? (await open(actor, id));
    const result = await work();
    if (!state.hasRules) return { result, network: undefined };
    await sleep(settleMs);
    const report = await readReport(() => network.readNetwork(actor, id));
    const totals = report.totals.map((total) => since(state.totals.find(isSame(total)), total));
    state.totals = report.totals;
    return { result, network: networkOutput({ ...report, totals: totals.filter(hasActivity) }) };
  };
}

const keyOf = (actor: Actor, id: string) => `${ownerOf(actor)} ${id}`;

const isSame = (a: NetworkTotal) => (b: NetworkTotal) => a.host === b.host && a.port === b.port && a.rule === b.rule;

function since(before: NetworkTotal | undefined, total: NetworkTotal): NetworkTotal {
  if (before === undefined) return total;
  const failed = (total.failed ?? 0) - (before.failed ?? 0);
  const masked = (total.masked ?? 0) - (before.masked ?? 0);
  return {
    ...total,
    connections: total.connections - before.connections,
    blocked: total.blocked - before.blocked,
    failed: failed > 0 ? failed : undefined,
    bytesIn: total.bytesIn - before.bytesIn,
    bytesOut: total.bytesOut - before.bytesOut,
    masked: masked > 0 ? masked : undefined,
    methods: countsSince(before.methods, total.methods),
    statuses: countsSince(before.statuses, total.statuses),
  };
}

function countsSince(before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>) {
  const counts = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function hasActivity({ connections, blocked, failed = 0, bytesIn, bytesOut, methods }: NetworkTotal): boolean {
  return connections + blocked + failed + bytesIn + bytesOut > 0 || Object.keys(methods).length > 0;
}
