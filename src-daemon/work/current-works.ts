import { type CurrentWork, resumeGraceMs } from './current-work.ts';

/** Maximum number of ended works in memory, for clients that resume a stream. The newest one always stays. */
const endedWorksKept = 32;
/** Maximum size of the ended works that are also stored elsewhere. */
const endedBytesKept = 8 * 2 ** 20;

/** A client whose stream the daemon has closed can come back for the rest of ended work in this time. */
const awaitedMs = 15 * 60_000;

type Work = Pick<
  CurrentWork,
  | 'id'
  | 'accountId'
  | 'cancellation'
  | 'ended'
  | 'hasEnded'
  | 'heldBytes'
  | 'isAwaited'
  | 'isFollowed'
  | 'isKept'
  | 'memory'
  | 'release'
  | 'wasStreamed'
>;

/** The works in memory: those in progress, and those that ended recently so that their streams can be resumed. */
export function createCurrentWorks<Kept extends Work>() {
  const works = new Map<string, Kept>();
  /** The works that have ended, in the order in which they ended. */
  const ended = new Map<string, Kept>();
  const stopReclaims = new Map<string, () => void>();

  return {
    add(work: Kept): void {
      works.set(work.id, work);
      void work.ended.then(() => {
        if (works.has(work.id)) keepEnded(work);
        forgetLater(work.id, performance.now());
        forgetOldest();
      });
    },

    /** Removes a work from memory. */
    forget,

    find(accountId: number, id: string): Kept | undefined {
      const work = works.get(id);
      return work?.accountId === accountId ? work : undefined;
    },

    /** Returns the number of works of an account that are in progress. */
    countUnderWay: (accountId: number): number =>
      [...works.values()].filter((work) => work.accountId === accountId && !work.hasEnded()).length,

    cancelAccount(accountId: number): void {
      for (const work of works.values()) if (work.accountId === accountId) work.cancellation.abort();
    },

    /** Waits for the works in progress, cancels the rest after `graceMs`, and waits until all have ended. */
    async drain(graceMs: number): Promise<void> {
      const underWay = [...works.values()].filter((work) => !work.hasEnded());
      const allEnded = Promise.all(underWay.map((work) => work.ended));
      const timer = setTimeout(() => {
        for (const work of underWay) work.cancellation.abort();
      }, graceMs);
      await allEnded;
      clearTimeout(timer);
    },
  };

  /** It stays for clients that resume its stream or read its files, as long as the account has room. */
  function keepEnded(work: Kept): void {
    ended.set(work.id, work);
    const stop = work.memory?.addReclaimable({
      idleSince: () => (isUnused(work) && (work.isKept() || !work.wasStreamed()) ? 0 : undefined),
      reclaim: () => forget(work.id),
    });
    if (stop !== undefined) stopReclaims.set(work.id, stop);
  }

  function forgetOldest(): void {
    let bytes = 0;
    for (const [index, work] of [...ended.values()].filter(isUnused).reverse().entries()) {
      if (work.isKept()) bytes += work.heldBytes();
      if (index >= endedWorksKept || (index > 0 && work.isKept() && bytes > endedBytesKept)) forget(work.id);
    }
  }

  /** A separate function, so that the timer holds only the id: otherwise it would keep removed work in memory. */
  function forgetLater(id: string, endedAt: number): void {
    setTimeout(() => {
      const work = works.get(id);
      const isUsed = work?.isFollowed() || (work?.isAwaited() && performance.now() - endedAt < awaitedMs);
      if (isUsed) forgetLater(id, endedAt);
      else forget(id);
    }, resumeGraceMs).unref();
  }

  function forget(id: string): void {
    works.get(id)?.release();
    stopReclaims.get(id)?.();
    stopReclaims.delete(id);
    works.delete(id);
    ended.delete(id);
  }
}

/** Work that a client follows, or may come back for, is in memory for that client anyway. */
function isUnused(work: Work): boolean {
  return !work.isFollowed() && !work.isAwaited();
}
