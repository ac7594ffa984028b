import { createHash } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { ItemFault, ItemKind, RolledBackItem } from '../../src-shared/contracts/items.contract.ts';
import type { ReadableDb } from '../db/database.ts';
import type { ItemSource, ItemState } from '../db/item-state.ts';
import type { ItemGuard } from './item-guard.ts';
import { type ExistingItem, listAccountIds, listRecordedItems } from './item-heads.store.ts';

interface ScanDeps {
  db: ReadableDb;
  guard: ItemGuard;
  sources: readonly ItemSource[];
}

/** An item that is refused, or that is recorded but missing. */
export type FaultyItem = RolledBackItem & { accountId: number };

interface ItemIdentity {
  id: string;
  accountId: number;
  name: string;
}

/**
 * Checks every item of one account, or of all accounts. The event loop runs between two versions.
 * @param isStopped called between two items
 */
export async function scanItems(
  deps: ScanDeps,
  { accountId, isStopped = () => false }: { accountId?: number; isStopped?: () => boolean },
): Promise<FaultyItem[]> {
  const { db, sources } = deps;
  const found: FaultyItem[] = [];
  for (const source of sources) {
    for (const item of source.list(db, accountId)) {
      // A change between two slices can look like a fault, so the item is checked again without a pause.
      const faulty = (await looksFaulty(deps, source, item)) ? findFault(deps, source, item) : undefined;
      if (faulty !== undefined) found.push(faulty);
      if (isStopped()) return found;
    }
  }
  for (const id of accountId === undefined ? listAccountIds(db) : [accountId]) {
    found.push(...listMissing(deps, id));
    await nextTick();
    if (isStopped()) return found;
  }
  return found;
}

async function looksFaulty({ db, guard }: ScanDeps, source: ItemSource, item: ItemIdentity): Promise<boolean> {
  let current: ItemState | undefined;
  for (const state of source.versions(db, item.id)) {
    if (current !== undefined && guard.inspect(db, current, true) !== undefined) return true;
    current = state;
    await nextTick();
  }
  if (current === undefined || guard.inspect(db, current, false) !== undefined) return true;
  guard.note({ ...item, kind: source.kind }, undefined);
  return false;
}

/** Returns the fault of an item; undefined if it is as it was last written, or if its owner deleted it. */
export function findFault(
  { db, guard }: Omit<ScanDeps, 'sources'>,
  source: ItemSource,
  item: ItemIdentity,
): FaultyItem | undefined {
  const { kind } = source;
  const { id, accountId, name } = item;
  const versions = [...source.versions(db, id)];
  const current = versions.at(-1);
  if (current === undefined) return undefined;
  let fault: ItemFault | undefined;
  for (const state of versions) fault = guard.inspect(db, state, state !== current) ?? fault;
  guard.note({ kind, id, accountId }, fault);
  if (fault === undefined) return undefined;
  const hash = createHash('sha256');
  for (const { version, digest } of versions) hash.update(`${version}:`).update(digest);
  return { kind, id, accountId, name, version: current.version, fault, digest: hash.digest('hex') };
}

/** Returns the items of an account that have no row although their newest audit row is not a deletion. */
export function listMissing({ db, guard, sources }: ScanDeps, accountId: number): FaultyItem[] {
  const recorded = Map.groupBy(listRecordedItems(db, accountId), ({ kind }) => kind);
  return sources.flatMap((source) => {
    const live = recorded.get(source.kind);
    if (live === undefined) return [];
    const present = new Set(source.list(db, accountId).map(({ id }) => id));
    const missing = live.filter(({ id }) => !present.has(id));
    for (const { id } of missing) guard.note({ kind: source.kind, id, accountId }, 'missing');
    return missing.map((item) => missingItem(source.kind, accountId, item));
  });
}

function missingItem(kind: ItemKind, accountId: number, { id, name, version, digest }: ExistingItem): FaultyItem {
  const hex = Buffer.from(digest).toString('hex');
  // The first API key is recorded with its account: the name in that row is the account's.
  const known = kind === 'api_key' ? id : (name ?? id);
  return { kind, id, accountId, name: known, version, fault: 'missing', digest: hex };
}
