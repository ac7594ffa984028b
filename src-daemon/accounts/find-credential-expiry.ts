import type { Actor } from '../core/actor.ts';
import type { Database } from '../db/database.ts';
import { findApiKey } from './api-keys/api-keys.store.ts';
import { refreshableUntil } from './sessions/refreshable-session.ts';
import { findNewestToken } from './sessions/sessions.store.ts';

/**
 * Returns the time at which a credential expires, in epoch ms: `Infinity` for an API key without an expiry, undefined for
 * a credential that does not exist. A session expires when none of its tokens can be refreshed any more.
 */
export function createCredentialExpiryFinder({ read }: Pick<Database, 'read'>) {
  return ({ kind, id }: Pick<Actor['credential'], 'kind' | 'id'>): number | undefined => {
    if (kind === 'session') {
      const newest = findNewestToken(read, id);
      return newest && refreshableUntil(newest) + 1;
    }
    const key = findApiKey(read, id);
    return key && (key.expiresAt ?? Number.POSITIVE_INFINITY);
  };
}
