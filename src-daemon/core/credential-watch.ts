import type { SessionEndReason } from '../../src-shared/contracts/events.contract.ts';
import type { Actor } from './actor.ts';

const checkEveryMs = 1000;
/** How long the reason of an end stays known to those who ask later. */
const reasonKeptMs = 10 * 60_000;
const reasonsKept = 10_000;

type Credential = Pick<Actor['credential'], 'kind' | 'id'>;
type Listener = (reason: SessionEndReason) => void;

/** Credentials of one kind that have ended together. A session is named by its login, which is its family of tokens. */
export interface EndedCredentials {
  kind: Credential['kind'];
  ids: readonly string[];
  reason: SessionEndReason;
}

export type ReportEnded = (ended: EndedCredentials) => void;

interface CredentialEndsDeps {
  /** When a credential ends if nothing ends it before, in epoch ms; undefined when it does not exist. */
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
 * Notifies what was opened with a credential of the end of that credential. What ends one reports it here; the clock
 * ends the others, and is looked at only while a credential is followed.
 */
export function createCredentialWatch({ findEnd, now }: CredentialEndsDeps) {
  const followed = new Map<string, Followed>();
  const reasons = new Map<string, { reason: SessionEndReason; until: number }>();
  let timer: NodeJS.Timeout | undefined;

  return {
    report,

    /**
     * Calls `listener` once when the credential ends, and never before `follow` has returned. The returned function
     * stops that.
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

    /** How many credentials are followed. */
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

  /** A session that was refreshed since ends later than was known. */
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
