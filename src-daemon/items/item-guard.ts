import type { KeyObject } from 'node:crypto';
import type { ItemFault, ItemKind } from '../../src-shared/contracts/items.contract.ts';
import type { ReadableDb } from '../db/database.ts';
import type { ItemChange, ItemState, RequireItem } from '../db/item-state.ts';
import { AppError } from '../errors/app-error.ts';
import { isAuthentic } from './item-head.ts';
import {
  findHead,
  findLastItemSeq,
  findLastVersionSeq,
  findRecordedItem,
  type RecordedItem,
  type StoredHead,
} from './item-heads.store.ts';

interface GuardDeps {
  headKey: KeyObject;
  /** The last audit row that is not as it was written, or is missing; 0 while the chain is whole. */
  brokenAt: () => number;
  log: { warn(fields: object, message: string): void };
}

export type ItemGuard = ReturnType<typeof createItemGuard>;

/**
 * Holds each item to its head: the head's mac, the digest of the row, the audit row of the change, and that no later
 * row of the log changes this item. Remembers which ones it has refused, for the health.
 */
export function createItemGuard({ headKey, brokenAt, log }: GuardDeps) {
  const refused = new Map<string, Refused>();

  const require: RequireItem = (db, item, { isOlder = false } = {}) => {
    const fault = inspect(db, item, isOlder);
    note(item, fault);
    if (fault !== undefined) throw rolledBack(item, fault);
  };

  return {
    /** @throws AppError `item_rolled_back` */
    require,
    inspect,
    note,
    /** An item was changed or deleted by its owner, or its account ended. */
    forget({ kind, id }: ItemChange): void {
      refused.delete(`${kind} ${id}`);
      if (kind !== 'account') return;
      for (const [key, { accountId }] of refused) if (String(accountId) === id) refused.delete(key);
    },
    /** Number of refused items of each kind, among those that were checked. */
    counts(): ReadonlyMap<ItemKind, number> {
      const groups = Map.groupBy(refused.values(), ({ kind }) => kind);
      return new Map([...groups].map(([kind, items]) => [kind, items.length]));
    },
  };

  /** @param isOlder of a version that is kept and not current: later versions of the item are no fault */
  function inspect(db: ReadableDb, item: ItemState, isOlder: boolean): ItemFault | undefined {
    const head = findHead(db, item);
    if (head === undefined) return 'no_head';
    const recorded = findRecordedItem(db, head.auditSeq);
    if (!isAuthentic(headKey, head) || !isOf(head, item) || !isRecorded(head, recorded)) return 'changed';
    const last = isOlder ? findLastVersionSeq(db, item) : findLastItemSeq(db, item);
    const { accountId } = item;
    const accountEnd = findLastItemSeq(db, { accountId, kind: 'account', id: String(accountId) });
    if (Math.max(last, accountEnd) > head.auditSeq) return 'older';
    return head.auditSeq <= brokenAt() ? 'log_broken' : undefined;
  }

  function note({ id, ...item }: Refused & { id: string }, fault: ItemFault | undefined): void {
    const { kind, accountId } = item;
    const key = `${kind} ${id}`;
    if (fault === undefined) refused.delete(key);
    else if (!refused.has(key)) {
      refused.set(key, { kind, accountId });
      log.warn({ kind, fault }, 'an item is not as it was last written; it is refused');
    }
  }
}

interface Refused {
  kind: ItemKind;
  accountId: number;
}

function isOf(head: StoredHead, { accountId, digest }: ItemState): boolean {
  return head.accountId === accountId && isSame(head.digest, digest);
}

function isRecorded(head: StoredHead, recorded: RecordedItem | undefined): boolean {
  return (
    recorded !== undefined &&
    recorded.userId === head.accountId &&
    recorded.itemKind === head.kind &&
    recorded.itemId === head.itemId &&
    recorded.itemVersion === head.version &&
    recorded.itemDigest !== null &&
    isSame(recorded.itemDigest, head.digest)
  );
}

/** Digests of rows are no secret of the database that they lie in. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

const causes: Record<ItemFault, string> = {
  no_head: 'nothing in this database records that it was written here',
  changed: 'its row in the database was changed from outside, or is that of another item',
  older: 'an older state of it was put back into the database, or it had been deleted',
  log_broken: 'the audit log is not whole, so that a later change of it may be missing',
  missing: 'it is missing',
};

function rolledBack({ kind, name }: ItemState & { name: string }, fault: ItemFault): AppError {
  const subject = { secret: `The secret ${name}`, script: `The stored script ${name}`, api_key: 'This API key' }[kind];
  const remedy =
    kind === 'api_key'
      ? 'Log in with your password, and revoke it, or accept it'
      : 'Replace it or delete it, or look at it and accept it with your password';
  return new AppError(
    'item_rolled_back',
    `${subject} is not as it was last written: ${causes[fault]}. ${remedy} (strongroom items ls, or the interface).`,
  );
}
