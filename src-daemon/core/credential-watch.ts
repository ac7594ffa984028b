import type { SessionEndReason } from '../../src-shared/contracts/events.contract.ts';
import type { Actor } from './actor.ts';

const checkEveryMs = 1000;
/** Time in which the reason of an ended credential stays available. */
const reasonKeptMs = 10 * 60_000;
const reasonsKept = 10_000;

type Credential = Pick<Actor['credential'], 'kind' | 'id'>;
type Listener = (reason: SessionEndReason) => void;

/**
 * Credentials of one kind that have ended together. The id of a session is that of its login, the family of its tokens.
 */
export interface EndedCredentials {
  kind: Credential['kind'];
  ids: readonly string[];
  reason: SessionEndReason;
}

export type ReportEnded = (ended: EndedCredentials) => void;

interface CredentialEndsDeps {
  /** Returns the expiry of a credential in epoch ms; undefined if the credential does not exist. */
  findEnd: (credential: Credential) => number | undefined;
  now: () => number;
}

interface Followed {
  credential: Credential;
  endsAt: number;
  listeners: Set<Listener>;
}

export type CredentialWatch = ReturnType<typeof createCredentialWatch>;

/**
 * Notifies listeners when a credential ends. The code that revokes a credential reports it here. Expired credentials
 * are found by a timer, which runs only while a credential is followed.
 */
export function createCredentialWatch({ findEnd, now }: CredentialEndsDeps) {
  const followed = new Map<string, Followed>();
  const reasons = new Map<string, { reason: SessionEndReason; until: number }>();
  let timer: NodeJS.Timeout | undefined;

  return {
    report,

    /**
     * Calls `listener` once when the credential ends, but never before `follow` has returned. The returned function
     * removes the listener.
     */
    follow(credential: Credential, listener: Listener): () => void {
      const key = keyOf(credential);
      const endsAt = findEnd(credential);
      if (endsAt === undefined || endsAt <= now()) {
        let isFollowed = true;
        const reason = reasonOf(key, endsAt === undefined ? 'revoked' : 'expired');
        queueMicrotask(() => isFollowed && listener(reason));
        return () => {
          isFollowed = false;
        };
      }
      const entry = followed.get(key) ?? { credential, endsAt, listeners: new Set() };
      entry.listeners.add(listener);
      followed.set(key, entry);
      timer ??= setInterval(checkClock, checkEveryMs).unref();
      return () => {
        entry.listeners.delete(listener);
        if (entry.listeners.size === 0) drop(key, entry);
      };
    },

    /** Returns the number of followed credentials. */
    countFollowed: (): number => followed.size,
  };

  function report({ kind, ids, reason }: EndedCredentials): void {
    forgetOldReasons();
    for (const id of ids) {
      const key = keyOf({ kind, id });
      reasons.set(key, { reason, until: now() + reasonKeptMs });
      const entry = followed.get(key);
      if (entry === undefined) continue;
      drop(key, entry);
      for (const listener of entry.listeners) listener(reason);
    }
  }

  /** Reports expired credentials. A session that was refreshed has a later expiry now. */
  function checkClock(): void {
    for (const { credential, ...entry } of [...followed.values()]) {
      if (entry.endsAt > now()) continue;
      const endsAt = findEnd(credential);
      const current = followed.get(keyOf(credential));
      if (endsAt === undefined || endsAt <= now())
        report({ kind: credential.kind, ids: [credential.id], reason: 'expired' });
      else if (current !== undefined) current.endsAt = endsAt;
    }
  }

  function drop(key: string, entry: Followed): void {
    if (followed.get(key) === entry) followed.delete(key);
    if (followed.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function reasonOf(key: string, fallback: SessionEndReason): SessionEndReason {
    return reasons.get(key)?.reason ?? fallback;
  }

  function forgetOldReasons(): void {
    for (const [key, { until }] of reasons) {
      if (until > now() && reasons.size <= reasonsKept) return;
      reasons.delete(key);
    }
  }
}

function keyOf({ kind, id }: Credential): string {
  return `${kind} ${id}`;
}
