import type { ItemKind } from '../../src-shared/contracts/items.contract.ts';
import type { ReadableDb, WritableDb } from '../db/database.ts';

/** One version of an item as its row has it now. */
export interface ItemState {
  kind: ItemKind;
  id: string;
  accountId: number;
  /** The version of a secret, the revision of a script; 1 for an API key, which never changes. */
  version: number;
  /** SHA-256 of every column but the time of last use; 32 bytes. */
  digest: Uint8Array;
}

/** A change of an item, recorded with its audit row: its new state, or that it was deleted. */
export type ItemChange =
  | (ItemState & {
      /** Older versions than this one are not kept. */
      keptFrom: number;
    })
  /** The end of an account is recorded as that of an item, because it ends all items of the account. */
  | { kind: ItemKind | 'account'; id: string; version: number; digest: null };

/** The items of one kind, for what looks at all of them. */
export interface ItemSource {
  kind: ItemKind;
  /** All of them, or those of one account. */
  list(db: ReadableDb, accountId?: number): { id: string; accountId: number; name: string }[];
  /** The versions of one that are kept, oldest first, each read when it is asked for; the last one is current. */
  versions(db: ReadableDb, id: string): Iterable<ItemState>;
  /** Makes rows that others left inconsistent usable again, when their owner accepts them. */
  repair?(db: WritableDb, id: string): void;
}

/**
 * Refuses an item whose row is not the one that was last recorded.
 * @throws AppError `item_rolled_back`
 */
export type RequireItem = (db: ReadableDb, item: ItemState & { name: string }, options?: { isOlder?: boolean }) => void;
