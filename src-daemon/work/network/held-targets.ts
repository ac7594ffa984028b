import type { NetworkEventData } from '../../../src-shared/contracts/network/network-events.ts';

/** The engine holds at most 64 connections at a time. */
const heldKept = 256;

type HeldTarget = Pick<NetworkEventData, 'host' | 'port'>;

/** The connections of a run that wait for a decision. */
export function createHeldTargets() {
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
