import { randomBytes } from 'node:crypto';
import type { Client } from '../../core/actor.ts';
import { signSession } from '../../crypto/tokens.ts';
import { wrapAccountKey } from '../../crypto/wrapped-keys.ts';
import type { WritableDb } from '../../db/database.ts';
import { insertSession } from './sessions.store.ts';

export const tokenLifetimeMs = 60 * 60_000;

interface SessionIssuerDeps {
  keys: { jwt: Uint8Array; wrapPepper: Uint8Array };
  now: () => number;
}

export interface SessionRequest {
  accountId: number;
  accountKey: Uint8Array;
  client: Client;
  /** The login that it belongs to; absent for a new one. */
  family?: { familyId: string; familyStartedAt: number };
  /** The token of that login that this one replaces. */
  replaces?: string;
  /** True for the session that the key store holds. No client receives its token. */
  isKept?: boolean;
}

export interface IssuedSession {
  familyId: string;
  /** The token; to be called once, after the commit. */
  sign(): Promise<string>;
}

export type SessionIssuer = ReturnType<typeof createSessionIssuer>;

/**
 * Makes a session in the transaction of what called for it: random bytes that will be in the token unwrap a key that
 * holds the account's key (crypto.md, "Key hierarchy").
 */
export function createSessionIssuer({ keys, now }: SessionIssuerDeps) {
  return (db: WritableDb, request: SessionRequest): IssuedSession => {
    const { accountId, accountKey, client, family, replaces, isKept = false } = request;
    const id = randomBytes(16).toString('base64url');
    const credential = new Uint8Array(randomBytes(32));
    const pepper = keys.wrapPepper;
    const createdAt = now();
    const expiresAt = createdAt + tokenLifetimeMs;
    const familyId = family?.familyId ?? randomBytes(16).toString('base64url');
    insertSession(db, {
      id,
      accountId,
      familyId,
      familyStartedAt: family?.familyStartedAt ?? createdAt,
      wrappedKey: wrapAccountKey({ accountKey, credential, credentialId: id, accountId, kind: 'session', pepper }),
      createdAt,
      expiresAt,
      replaces: replaces ?? null,
      isKept: isKept ? 1 : 0,
      isBrowser: client.isBrowser === true && !isKept ? 1 : 0,
      ipAddress: client.ipAddress,
      userAgent: client.userAgent,
    });
    const sign = () =>
      signSession(
        { accountId, sessionId: id, sessionKey: credential, issuedAt: createdAt, expiresAt },
        keys.jwt,
      ).finally(() => credential.fill(0));
    return { familyId, sign };
  };
}
