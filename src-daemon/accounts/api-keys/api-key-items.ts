import { rowDigest } from '../../crypto/row-digest.ts';
import type { ReadableDb } from '../../db/database.ts';
import type { ItemSource, ItemState } from '../../db/item-state.ts';
import { type ApiKeyRow, findApiKey, listApiKeyIdentities } from './api-keys.store.ts';

/** An API key never changes. */
const version = 1;

/**
 * An API key as its head records it: every column but the time of last use. The order never changes, and
 * a column of a later version is only added if it is set: the heads of older keys stay valid.
 */
export function apiKeyState(row: Omit<ApiKeyRow, 'lastUsedAt'>): ItemState & { name: string } {
  const { id, accountId, name, scopes, secretNames, networkHosts, wrappedKey, createdAt, expiresAt } = row;
  const rights = [JSON.stringify(scopes), secretNames && JSON.stringify(secretNames)];
  const later = networkHosts === null ? [] : [JSON.stringify(networkHosts)];
  const digest = rowDigest(['api_key', id, accountId, name, ...rights, wrappedKey, createdAt, expiresAt, ...later]);
  return { kind: 'api_key', id, accountId, name, version, digest };
}

export const apiKeyItems: ItemSource = {
  kind: 'api_key',
  list: listApiKeyIdentities,
  versions(db: ReadableDb, id: string) {
    const row = findApiKey(db, id);
    return row === undefined ? [] : [apiKeyState(row)];
  },
};
