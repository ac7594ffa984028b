import { type Access, isReadBeforeAuthentication } from '../../src-shared/endpoint.ts';
import { scopes } from '../../src-shared/scopes.ts';
import type { Actor, Client } from '../core/actor.ts';
import { requireScope } from '../core/rights.ts';
import { parseApiKey, verifySession } from '../crypto/tokens.ts';
import type { Database } from '../db/database.ts';
import type { RequireItem } from '../db/item-state.ts';
import { AppError } from '../errors/app-error.ts';
import { unauthorized } from '../errors/repeated-errors.ts';
import { apiKeyState } from './api-keys/api-key-items.ts';
import { type ApiKeyRow, findApiKey, updateApiKeyUsed } from './api-keys/api-keys.store.ts';
import { bearerOf } from './bearer-token.ts';
import { findSession, type SessionRow, updateReplacementUsed, updateSessionUsed } from './sessions/sessions.store.ts';
import { unwrapTokenKey } from './sessions/unwrap-token-key.ts';

/** Time in which a replaced token is still accepted for ordinary requests. */
const replacedGraceMs = 60_000;
/** A time of last use is exact to this, so that not every request writes. */
const lastUsedStepMs = 60_000;

interface AuthenticatorDeps {
  database: Database;
  keys: { jwt: Uint8Array; wrapPepper: Uint8Array };
  requireItem: RequireItem;
  now: () => number;
}

export interface PresentedCredentials {
  apiKey: string | undefined;
  authorization: string | undefined;
}

/**
 * Makes the actor of a request out of its credentials: one that unwraps its key is good, and one good one suffices. Of
 * two good ones of one account the session acts, which may do all that the key may.
 * @throws AppError `unauthorized` also for good ones of two accounts, `forbidden`, `item_rolled_back`
 */
export function createAuthenticator({ database, keys, requireItem, now }: AuthenticatorDeps) {
  return async (credentials: PresentedCredentials, access: Access, client: Client): Promise<Actor> => {
    const actor = await authenticate(credentials, client);
    try {
      requireAccess(actor, access);
      return actor;
    } catch (error) {
      actor.accountKey.fill(0);
      throw error;
    }
  };

  async function authenticate({ apiKey, authorization }: PresentedCredentials, client: Client): Promise<Actor> {
    const session = await actorOrError(() => fromSession(bearerOf(authorization), client));
    const key = await actorOrError(async () => fromApiKey(apiKey ?? '', client));
    if (session instanceof AppError) {
      if (key instanceof AppError) throw isGeneral(session) ? key : session;
      return key;
    }
    if (key instanceof AppError) return session;
    key.accountKey.fill(0);
    if (session.accountId === key.accountId) return session;
    session.accountKey.fill(0);
    throw new AppError('unauthorized', 'The two credentials of this request belong to different accounts: send one.');
  }

  async function fromSession(token: string, client: Client): Promise<Actor> {
    const claims = await verifySession(token, keys.jwt, now());
    const row = claims && findSession(database.read, claims.sessionId);
    if (!claims || !row || row.expiresAt <= now() || isReplaced(row, now())) throw unauthorized();
    const accountKey = unwrapTokenKey({ kind: 'session', row, credential: claims.sessionKey, pepper: keys.wrapPepper });
    touchSession(row);
    return {
      accountId: row.accountId,
      credential: { kind: 'session', id: row.familyId, expiresAt: row.expiresAt },
      scopes: new Set(scopes),
      secretNames: null,
      networkHosts: null,
      accountKey,
      client,
    };
  }

  function fromApiKey(text: string, client: Client): Actor {
    const parts = parseApiKey(text);
    const row = parts && findApiKey(database.read, parts.keyId);
    if (!parts || !row || (row.expiresAt !== null && row.expiresAt <= now())) throw unauthorized();
    const accountKey = unwrapTokenKey({ kind: 'api_key', row, credential: parts.secret, pepper: keys.wrapPepper });
    requireOwn(row, accountKey);
    touchApiKey(row);
    return {
      accountId: row.accountId,
      credential: { kind: 'apiKey', id: row.id, expiresAt: row.expiresAt },
      scopes: new Set(row.scopes),
      secretNames: row.secretNames,
      networkHosts: row.networkHosts,
      accountKey,
      client,
    };
  }

  /** Only the holder of the key learns that its row was changed. */
  function requireOwn(row: ApiKeyRow, accountKey: Uint8Array): void {
    try {
      requireItem(database.read, apiKeyState(row));
    } catch (error) {
      accountKey.fill(0);
      throw error;
    }
  }

  function touchSession({ id, lastUsedAt, replaces }: SessionRow): void {
    if (lastUsedAt !== null && now() < lastUsedAt + lastUsedStepMs) return;
    database.transaction((db) => {
      updateSessionUsed(db, id, now());
      if (lastUsedAt === null && replaces !== null) updateReplacementUsed(db, replaces, now());
    });
  }

  function touchApiKey({ id, lastUsedAt }: ApiKeyRow): void {
    if (lastUsedAt !== null && now() < lastUsedAt + lastUsedStepMs) return;
    database.transaction((db) => updateApiKeyUsed(db, id, now()));
  }
}

/** The actor of a good credential, or why it is not good. */
async function actorOrError(authenticate: () => Promise<Actor>): Promise<Actor | AppError> {
  try {
    return await authenticate();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Returns true for the error of every bad session token, which says nothing that the error of the key does not say. */
const isGeneral = ({ code, details }: AppError): boolean => code === 'unauthorized' && details === undefined;

export type Authenticator = ReturnType<typeof createAuthenticator>;

function isReplaced({ replacedAt }: SessionRow, now: number): boolean {
  return replacedAt !== null && now > replacedAt + replacedGraceMs;
}

function requireAccess(actor: Actor, access: Access): void {
  if (isReadBeforeAuthentication(access) || access === 'credential') return;
  if (access === 'session') {
    if (actor.credential.kind !== 'session')
      throw new AppError('forbidden', 'This operation requires a session, not an API key. Log in first.');
    return;
  }
  requireScope(actor, access);
}
