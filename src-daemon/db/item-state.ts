import type { ItemKind } from '../../src-shared/contracts/items.contract.ts';
import type { ReadableDb, WritableDb } from './database.ts';

/** The current row of one version of an item. */
export interface ItemState {
  kind: ItemKind;
  id: string;
  accountId: number;
  /** The version of a secret, the revision of a script; 1 for an API key, which never changes. */
  version: number;
  /** SHA-256 of every column except the time of last use; 32 bytes. */
  digest: Uint8Array;
}

/** A change of an item, which its audit row records: its new state, or its deletion. */
export type ItemChange =
  | (ItemState & {
      /** The oldest version that is retained. */
      keptFrom: number;
    })
  /** The deletion of an account is recorded like that of an item, because it deletes all items of the account. */
  | { kind: ItemKind | 'account'; id: string; version: number; digest: null };

/** Access to all items of one kind. */
export interface ItemSource {
  kind: ItemKind;
  /** Lists all items, or those of one account. */
  list(db: ReadableDb, accountId?: number): { id: string; accountId: number; name: string }[];
  /**
   * Yields the retained versions of an item, oldest first. The last one is current. Each is read when it is requested.
   */
  versions(db: ReadableDb, id: string): Iterable<ItemState>;
  /** Repairs inconsistent rows when their owner accepts them. */
  repair?(db: WritableDb, id: string): void;
}

/**
 * Rejects an item whose row is not the one that was last recorded.
 * @throws AppError `item_rolled_back`
 */
export type RequireItem = (db: ReadableDb, item: ItemState & { name: string }, options?: { isOlder?: boolean }) => void;
