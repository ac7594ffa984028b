import { rowDigest } from '../crypto/row-digest.ts';
import type { ReadableDb } from '../db/database.ts';
import type { ItemSource, ItemState } from '../db/item-state.ts';
import {
  findSealedCode,
  listCodeIdentities,
  listRevisionNumbers,
  type SealedCodeRow,
  updateToNewestRevision,
} from './vault.store.ts';

/**
 * A revision of a script as its head records it, bound to the script's id and name. The order never changes, and
 * a column of a later version is only added if it is set: the heads of older revisions stay valid.
 */
export function scriptState(accountId: number, row: SealedCodeRow): ItemState & { name: string } {
  const { id, name, createdAt, revision, language, description, size, salt, nonce, ciphertext, updatedAt } = row;
  const later = row.network === null ? [] : [JSON.stringify(row.network)];
  // An older revision is bound to the name of its time: renaming a script does not record it again.
  const script = ['script', id, accountId, row.writtenAs ?? name, createdAt];
  const columns = [revision, language, description, size, salt, nonce, ciphertext, updatedAt];
  const digest = rowDigest([...script, ...columns, ...later]);
  return { kind: 'script', id: String(id), accountId, name, version: revision, digest };
}

export const scriptItems: ItemSource = {
  kind: 'script',
  list: listCodeIdentities,
  *versions(db: ReadableDb, id: string) {
    for (const { revision, accountId } of listRevisionNumbers(db, Number(id))) {
      const row = findSealedCode(db, Number(id), revision);
      if (row !== undefined) yield scriptState(accountId, row);
    }
  },
  repair: (db, id) => updateToNewestRevision(db, Number(id)),
};
