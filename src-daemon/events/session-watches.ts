import { randomBytes } from 'node:crypto';
import { eventLimits } from '../../src-shared/contracts/events.contract.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';

/** How long a watch id of a session that has ended is known, so that a window that reconnects learns the reason. */
const endedKeptMs = 10 * 60_000;
const retryAfterSeconds = 60;

export interface SessionWatch {
  id: string;
  accountId: number;
  /** The login: its tokens are a family. */
  sessionId: string;
  /** How many streams report it. */
  streams: number;
  /** Epoch ms; undefined while it is not known to have ended. */
  endedAt?: number;
}

export type SessionWatches = ReturnType<typeof createSessionWatches>;

/**
 * The watch ids that windows were given for their sessions, in memory. An id is random, so that a window can hand its
 * own to another one, of whatever account, which then learns of this session's end and of nothing else.
 */
export function createSessionWatches({ now }: { now: () => number }) {
  const watches = new Map<string, SessionWatch>();

  return {
    find: (id: string): SessionWatch | undefined => watches.get(id),

    /**
     * The watch id of the caller's session, made at the first call.
     * @throws AppError `rate_limited` when the account has too many sessions that are watched
     */
    issue({ accountId, credential }: Actor): string {
      const own = [...watches.values()].find(({ sessionId }) => sessionId === credential.id);
      if (own !== undefined) return own.id;
      makeRoom(accountId);
      const id = randomBytes(16).toString('base64url');
      watches.set(id, { id, accountId, sessionId: credential.id, streams: 0 });
      return id;
    },

    noteEnded(watch: SessionWatch): void {
      watch.endedAt ??= now();
    },

    count: (): number => watches.size,
  };

  /** A window that was closed leaves its id behind: the oldest that no stream reports is removed. */
  function makeRoom(accountId: number): void {
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
