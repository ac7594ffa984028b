import { type LiveWork, resumeGraceMs } from './live-work.ts';

/** How much ended work stays in memory for a client that comes back. The newest stays, whatever it holds. */
const endedWorksKept = 32;
/** Of work that is kept elsewhere as well. */
const endedBytesKept = 8 * 2 ** 20;

type Work = Pick<LiveWork, 'id' | 'accountId' | 'ended' | 'hasEnded' | 'heldBytes' | 'isKept' | 'cancellation'>;

/** The work that is in memory: what is under way, and what ended so lately that its stream can be resumed. */
export function createLiveWorks<Kept extends Work>() {
  const works = new Map<string, Kept>();
  /** Those of them that have ended, in the order of their ends. */
  const ended = new Map<string, Kept>();

  return {
    add(work: Kept): void {
      works.set(work.id, work);
      void work.ended.then(() => {
        if (works.has(work.id)) ended.set(work.id, work);
        forgetLater(work.id);
        forgetOldest();
      });
    },

    /** From here on it is what was kept of it elsewhere. */
    forget,

    find(accountId: number, id: string): Kept | undefined {
      const work = works.get(id);
      return work?.accountId === accountId ? work : undefined;
    },

    /** How many of an account's are under way. */
    countUnderWay: (accountId: number): number =>
      [...works.values()].filter((work) => work.accountId === accountId && !work.hasEnded()).length,

    cancelAccount(accountId: number): void {
      for (const work of works.values()) if (work.accountId === accountId) work.cancellation.abort();
    },

    /** Waits for what is under way, cancels what is not done after `graceMs`, and waits for its end. */
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

  function forgetOldest(): void {
    let bytes = 0;
    for (const [index, work] of [...ended.values()].reverse().entries()) {
      if (work.isKept()) bytes += work.heldBytes();
      if (index >= endedWorksKept || (index > 0 && work.isKept() && bytes > endedBytesKept)) forget(work.id);
    }
  }

  /** A function of its own: the timer must hold the id alone, or work that was forgotten stays in memory with it. */
  function forgetLater(id: string): void {
    setTimeout(() => forget(id), resumeGraceMs).unref();
  }

  function forget(id: string): void {
    works.delete(id);
    ended.delete(id);
  }
}
