import {
  type BlockedReason,
  isFailure,
  type NetworkEventData,
} from '../../../src-shared/contracts/network/network-events.ts';
import type { NetworkTotal } from '../../../src-shared/contracts/network/network-report.ts';
import type { EffectiveRule } from '../../../src-shared/contracts/network/network-rules.ts';
import { otherHosts, otherMethod } from './checked-event.ts';

/** Entries for hosts that rules allowed, and for those that none did. With one entry a rule and one more, at most 256. */
const limits = { allowed: 128, others: 63 };
const methodsOfTotal = 16;
/** Connections whose counters are remembered. At most 64 are open at a time. */
const connectionsKept = 256;

type Counters = Record<'bytesIn' | 'bytesOut' | 'masked', number>;

/**
 * Sums the events of a run by host, port and rule. Hosts beyond the limits are counted under the host of their rule, so that a
 * program cannot hide traffic behind many names.
 */
export function createNetworkTotals(rules: readonly EffectiveRule[]) {
  const totals = new Map<string, NetworkTotal>();
  const connections = new Map<number, Counters>();
  const counts = { allowed: 0, others: 0 };

  return {
    /** Adds an event that was checked. */
    add(event: NetworkEventData): void {
      const total = totalOf(event);
      const { phase, method, status, reason, secrets = [] } = event;
      addCounters(total, event);
      if (phase === 'open') total.connections += 1;
      if (phase === 'blocked') countEnd(total, reason);
      if (reason !== undefined && !total.reasons.includes(reason)) total.reasons.push(reason);
      if (phase !== 'request') return;
      if (method !== undefined) countMethod(total.methods, method);
      if (status !== undefined) increment(total.statuses, `${Math.trunc(status / 100)}xx`);
      for (const name of secrets) if (!total.secrets.includes(name)) total.secrets.push(name);
    },

    list: (): NetworkTotal[] => structuredClone([...totals.values()]),
  };

  function totalOf({ host, port, rule }: NetworkEventData): NetworkTotal {
    const known = totals.get(toKey(host, port, rule));
    if (known !== undefined) return known;
    const group = rule === null ? 'others' : 'allowed';
    if (host !== otherHosts && counts[group] < limits[group]) {
      counts[group] += 1;
      return create(host, port, rule);
    }
    const effective = rule === null ? undefined : rules[rule];
    const rest = { host: effective?.host ?? otherHosts, port: effective?.ports[0] ?? 0 };
    return totals.get(toKey(rest.host, rest.port, rule)) ?? create(rest.host, rest.port, rule);
  }

  function create(host: string, port: number, rule: number | null): NetworkTotal {
    const counters = { connections: 0, blocked: 0, reasons: [], methods: {}, statuses: {}, bytesIn: 0, bytesOut: 0 };
    const total: NetworkTotal = { host, port, rule, ...counters, secrets: [] };
    totals.set(toKey(host, port, rule), total);
    return total;
  }

  /** Adds the bytes and the masked values since the last event of the connection. */
  function addCounters(total: NetworkTotal, { id, phase, bytesIn, bytesOut, masked = 0 }: NetworkEventData): void {
    const before = connections.get(id) ?? { bytesIn: 0, bytesOut: 0, masked: 0 };
    total.bytesIn += Math.max(0, bytesIn - before.bytesIn);
    total.bytesOut += Math.max(0, bytesOut - before.bytesOut);
    if (masked > before.masked) total.masked = (total.masked ?? 0) + masked - before.masked;
    connections.delete(id);
    if (phase === 'close') return;
    connections.set(id, { bytesIn, bytesOut, masked });
    const [oldest] = connections.keys();
    if (connections.size > connectionsKept && oldest !== undefined) connections.delete(oldest);
  }
}

function countEnd(total: NetworkTotal, reason: BlockedReason | undefined): void {
  if (reason !== undefined && isFailure(reason)) total.failed = (total.failed ?? 0) + 1;
  else total.blocked += 1;
}

function countMethod(methods: NetworkTotal['methods'], method: string): void {
  const isKnown = Object.hasOwn(methods, method) || Object.keys(methods).length < methodsOfTotal;
  increment(methods, isKnown ? method : otherMethod);
}

function increment(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function toKey(host: string, port: number, rule: number | null): string {
  return `${host} ${port} ${rule}`;
}
