import type { BlockedReason, NetworkEventData } from '../../../../src-shared/contracts/network/network-events.ts';

/** Rows of one run. Older finished connections and further blocked hosts are only counted. */
export const connectionLimit = 300;
export const blockedLimit = 64;
/** Refused connections whose late events are recognized. */
const refusedLimit = 1000;

/** One connection of a program. Its host is text of the program. */
export interface LoggedConnection {
  id: number;
  host: string;
  port: number;
  state: 'held' | 'open' | 'blocked' | 'closed';
  /** Why the connection or its last request was blocked. */
  reason: BlockedReason | undefined;
  method: string | undefined;
  status: number | undefined;
  bytesIn: number;
  bytesOut: number;
  secrets: readonly string[];
  /** Epoch ms of the first event in this window. */
  seenAt: number;
}

/** Refused connections and requests to one host and port for one reason. */
export interface BlockedHost {
  host: string;
  /** 0: the program asked for the address of the host, and did not get it. */
  port: number;
  reason: BlockedReason;
  count: number;
}

export interface NetworkRows {
  /** Newest last. */
  connections: readonly LoggedConnection[];
  /** Connections that are no longer listed. */
  omitted: number;
  blocked: readonly BlockedHost[];
  /** Refusals of hosts that are not listed. */
  blockedOmitted: number;
}

export type NetworkLog = ReturnType<typeof createNetworkLog>;

const ranks: Record<LoggedConnection['state'], number> = { held: 0, open: 1, blocked: 2, closed: 3 };
const phases: Record<NetworkEventData['phase'], LoggedConnection['state']> = {
  held: 'held',
  open: 'open',
  request: 'open',
  blocked: 'blocked',
  close: 'closed',
};

/** Creates the network of one run: applies its events in any order, and notifies watchers at most once per frame. */
export function createNetworkLog(
  schedule: (callback: () => void) => unknown = (callback) => requestAnimationFrame(callback),
) {
  const connections = new Map<number, LoggedConnection>();
  const blocked = new Map<string, BlockedHost>();
  const refused = new Set<number>();
  const watchers = new Set<() => void>();
  let removedUpTo = -1;
  let omitted = 0;
  let blockedOmitted = 0;
  let isScheduled = false;
  let rows: NetworkRows = { connections: [], omitted, blocked: [], blockedOmitted };

  return {
    /** Returns the same object until watchers are notified. */
    rows: () => rows,
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    apply(event: NetworkEventData): void {
      if (event.phase === 'blocked') countBlocked(event);
      const known = connections.get(event.id);
      const isNeverOpen = event.phase === 'blocked' && (known === undefined || known.state === 'held');
      if (isNeverOpen) refuse(event.id);
      // Late events of a refused connection, or of one that is no longer listed, change nothing.
      else if (known !== undefined || (event.id > removedUpTo && !refused.has(event.id))) {
        connections.set(event.id, merged(known, event));
        if (connections.size > connectionLimit) removeOldest();
      }
      changed();
    },
    /** Marks everything as finished: no event follows the end of a run. */
    end(): void {
      for (const [id, connection] of connections) connections.set(id, { ...connection, state: 'closed' });
      changed();
    },
  };

  function countBlocked({ host, port, reason = 'name_not_allowed' }: NetworkEventData): void {
    const key = `${host} ${port} ${reason}`;
    const known = blocked.get(key);
    if (known === undefined && blocked.size >= blockedLimit) blockedOmitted += 1;
    else blocked.set(key, { host, port, reason, count: (known?.count ?? 0) + 1 });
  }

  /** A connection that was refused before it was open is listed with its host only. */
  function refuse(id: number): void {
    connections.delete(id);
    refused.add(id);
    for (const oldest of refused) {
      if (refused.size <= refusedLimit) break;
      refused.delete(oldest);
    }
  }

  /** Prefers finished connections: open ones still change. */
  function removeOldest(): void {
    const all = [...connections.values()];
    const oldest = all.find(({ state }) => state === 'closed' || state === 'blocked') ?? all[0];
    if (oldest === undefined) return;
    connections.delete(oldest.id);
    removedUpTo = Math.max(removedUpTo, oldest.id);
    omitted += 1;
  }

  function changed(): void {
    if (isScheduled) return;
    isScheduled = true;
    schedule(() => {
      isScheduled = false;
      rows = { connections: [...connections.values()], omitted, blocked: [...blocked.values()], blockedOmitted };
      for (const watcher of watchers) watcher();
    });
  }
}

/** Returns the connection with an event applied. Events can arrive late: no state is left again, no count decreases. */
function merged(known: LoggedConnection | undefined, event: NetworkEventData): LoggedConnection {
  const { id, host, port, phase, method, status, bytesIn, bytesOut, secrets = [], reason } = event;
  const state = phases[phase];
  const before = known ?? { state, bytesIn: 0, bytesOut: 0, secrets: [], seenAt: Date.now() };
  return {
    id,
    host,
    port,
    state: ranks[state] > ranks[before.state] ? state : before.state,
    reason: reason ?? known?.reason,
    method: method ?? known?.method,
    status: status ?? known?.status,
    bytesIn: Math.max(before.bytesIn, bytesIn),
    bytesOut: Math.max(before.bytesOut, bytesOut),
    secrets: [...new Set([...before.secrets, ...secrets])].slice(0, 16),
    seenAt: before.seenAt,
  };
}

/** Returns the hosts that wait for a decision, each once. */
export function heldHosts({ connections }: NetworkRows): LoggedConnection[] {
  const held = connections.filter(({ state }) => state === 'held');
  return held.filter(
    ({ host, port }, index) => held.findIndex((other) => other.host === host && other.port === port) === index,
  );
}
