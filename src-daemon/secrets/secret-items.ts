import { rowDigest } from '../crypto/row-digest.ts';
import type { ReadableDb } from '../db/database.ts';
import type { ItemSource, ItemState } from '../db/item-state.ts';
import { findSecretById, listSecretIdentities, type SecretRow } from './secrets.store.ts';

/**
 * A secret as its head records it: every column but the time of last use. The order never changes, and columns of a later
 * version are only added if they are set: the heads of older secrets stay valid.
 */
export function secretState(row: SecretRow): ItemState & { name: string } {
  const { id, accountId, name, description, version, sealedValue, masked, createdAt, updatedAt } = row;
  const { hosts, placeholderPrefix } = row;
  const columns = ['secret', id, accountId, name, description, version, sealedValue, masked, createdAt, updatedAt];
  const later = hosts === null && placeholderPrefix === null ? [] : [hosts && JSON.stringify(hosts), placeholderPrefix];
  return { kind: 'secret', id: String(id), accountId, name, version, digest: rowDigest([...columns, ...later]) };
}

export const secretItems: ItemSource = {
  kind: 'secret',
  list: listSecretIdentities,
  versions(db: ReadableDb, id: string) {
    const row = findSecretById(db, Number(id));
    return row === undefined ? [] : [secretState(row)];
  },
};
