import type { ItemSource, ItemState } from '../core/item-state.ts';
import { rowDigest } from '../crypto/row-digest.ts';
import type { ReadableDb } from '../db/database.ts';
import { findSecretById, listSecretIdentities, type SecretRow } from './secrets.store.ts';

/** A secret as its head records it: every column but the time of last use. The order never changes. */
export function secretState(row: SecretRow): ItemState & { name: string } {
  const { id, accountId, name, description, version, sealedValue, masked, createdAt, updatedAt } = row;
  const columns = ['secret', id, accountId, name, description, version, sealedValue, masked, createdAt, updatedAt];
  return { kind: 'secret', id: String(id), accountId, name, version, digest: rowDigest(columns) };
}

export const secretItems: ItemSource = {
  kind: 'secret',
  list: listSecretIdentities,
  versions(db: ReadableDb, id: string) {
    const row = findSecretById(db, Number(id));
    return row === undefined ? [] : [secretState(row)];
  },
};
