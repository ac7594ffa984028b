import { randomBytes } from 'node:crypto';
import { eventLimits } from '../../src-shared/contracts/events.contract.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../errors/app-error.ts';

/** Time for which the watch id of an ended session stays valid, so that a reconnecting window gets the reason. */
const endedKeptMs = 10 * 60_000;
const retryAfterSeconds = 60;

export interface SessionWatch {
  id: string;
  accountId: number;
  /** Id of the login, shared by all of its tokens. */
  sessionId: string;
  /** Number of streams that report it. */
  streams: number;
  /** Time of the end in epoch ms; undefined before. */
  endedAt?: number;
}

/**
 * Watch ids of sessions, in memory. An id is random, so a window can pass its own id to a window of any account, which
 * then learns about the end of this session and nothing else.
 */
export function createSessionWatches({ now }: { now: () => number }) {
  const watches = new Map<string, SessionWatch>();

  return {
    find: (id: string): SessionWatch | undefined => watches.get(id),

    /**
     * Returns the watch id of the caller's session; creates it at the first call.
     * @throws AppError `rate_limited` if too many sessions of the account are watched
     */
    issue({ accountId, credential }: Actor): string {
      const own = [...watches.values()].find(({ sessionId }) => sessionId === credential.id);
      if (own !== undefined) return own.id;
      removeUnused(accountId);
      const id = randomBytes(16).toString('base64url');
      watches.set(id, { id, accountId, sessionId: credential.id, streams: 0 });
      return id;
    },

    noteEnded(watch: SessionWatch): void {
      watch.endedAt ??= now();
    },

    count: (): number => watches.size,
  };

  /** Removes expired ids and, at the limit, the oldest id without a stream: its window was probably closed. */
  function removeUnused(accountId: number): void {
    for (const { id, endedAt } of watches.values())
      if (endedAt !== undefined && endedAt + endedKeptMs < now()) watches.delete(id);
    const own = [...watches.values()].filter((watch) => watch.accountId === accountId);
    if (own.length < eventLimits.watchesOfAccount) return;
    const unused = own.find(({ streams }) => streams === 0);
    if (unused === undefined)
      throw new AppError(
        'rate_limited',
        `${eventLimits.watchesOfAccount} sessions of this account are watched already. Log out of one of them first.`,
        { retryAfterSeconds },
      );
    watches.delete(unused.id);
  }
}
