/** Something whose memory can be taken back: a connection for which bytes wait, or ended work that a client may resume. */
export interface Reclaimable {
  /** Time since which no one takes its bytes, in ms by the clock of the ledger; undefined if they are in use. */
  idleSince(): number | undefined;
  /** Releases what it holds at once: closes the connection, removes the work from memory. */
  reclaim(): void;
}

/** Time without a byte taken after which memory may be taken back. */
export const idleLimitMs = 60_000;
/** After a look at all that found nothing to take back, there is no other one for this time. */
const lookMs = 250;

interface Idle {
  item: Reclaimable;
  owner: number;
  since: number;
}

/** The items of all accounts that can be taken back. */
export function createReclaimables(now: () => number) {
  const items = new Map<Reclaimable, number>();
  let nextLookAt = 0;

  return {
    /** Adds something of an account. Returns the removal. */
    add(accountId: number, item: Reclaimable): () => void {
      items.set(item, accountId);
      return () => void items.delete(item);
    },

    /**
     * Takes back what has been idle for the time limit until `isEnough`, the oldest first: that of the account, then that of
     * others while `mayTakeFromOthers`. Returns true if it is enough.
     */
    reclaimFor(accountId: number, { isEnough, mayTakeFromOthers }: Need): boolean {
      if (performance.now() < nextLookAt) return false;
      const idle = listIdle();
      if (idle.length === 0) nextLookAt = performance.now() + lookMs;
      for (const { item } of idle.filter(({ owner }) => owner === accountId)) {
        item.reclaim();
        if (isEnough()) return true;
      }
      for (const { item } of idle.filter(({ owner }) => owner !== accountId)) {
        if (!mayTakeFromOthers()) return false;
        item.reclaim();
        if (isEnough()) return true;
      }
      return false;
    },
  };

  function listIdle(): Idle[] {
    const latest = now() - idleLimitMs;
    return [...items]
      .map(([item, owner]) => ({ item, owner, since: item.idleSince() ?? Number.POSITIVE_INFINITY }))
      .filter(({ since }) => since <= latest)
      .toSorted((one, other) => one.since - other.since);
  }
}

interface Need {
  isEnough: () => boolean;
  mayTakeFromOthers: () => boolean;
}
