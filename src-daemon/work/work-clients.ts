import { UnreadError } from '../core/memory/unread-error.ts';

/** For a client whose leaving does not cancel the work: most programs give up a silent connection after some time. */
export const lastingMs = Number.POSITIVE_INFINITY;

/** The clients that follow one work. */
export function createWorkClients(cancellation: AbortController) {
  let clients = 0;
  let hasEnded = false;
  let isAwaited = false;
  let wasStreamed = false;
  let isLasting = false;
  let abandoned: NodeJS.Timeout | undefined;

  return {
    /** True while a client follows the work. */
    isFollowed: (): boolean => clients > 0,
    /** True if the daemon has closed the stream of the last client, which may still come back for the rest. */
    isAwaited: (): boolean => isAwaited,
    /** True if a client has followed the events as a stream. */
    wasStreamed: (): boolean => wasStreamed,

    /**
     * Counts one client until `signal` aborts. The work is cancelled `graceMs` after the last client has left, but not if the
     * daemon closed its stream, and never if one of its clients came with `lastingMs`.
     */
    attach(signal: AbortSignal, graceMs: number): void {
      clients++;
      isAwaited = false;
      isLasting ||= graceMs === lastingMs;
      wasStreamed ||= graceMs > 0 && graceMs !== lastingMs;
      clearTimeout(abandoned);
      const leave = () => {
        clients--;
        if (clients > 0) return;
        isAwaited = graceMs > 0 && graceMs !== lastingMs && signal.reason instanceof UnreadError;
        if (hasEnded || isAwaited || isLasting) return;
        if (graceMs === 0) cancellation.abort();
        else abandoned = setTimeout(() => cancellation.abort(), graceMs);
      };
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    },

    /** The work has ended: nothing is cancelled any more. */
    end(): void {
      hasEnded = true;
      clearTimeout(abandoned);
    },
  };
}
