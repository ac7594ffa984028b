import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ItemFault, ItemKind, RolledBackItem } from '../../src-shared/contracts/items.contract.ts';
import type { ItemSource, ItemState } from '../core/item-state.ts';
import type { ReadableDb } from '../db/database.ts';
import type { ItemGuard } from './item-guard.ts';
import { type LiveItem, listAccountIds, listRecordedItems } from './item-heads.store.ts';

interface ScanDeps {
  db: ReadableDb;
  guard: ItemGuard;
  sources: readonly ItemSource[];
}

/** An item that is refused, or recorded and missing. */
export type FaultyItem = RolledBackItem & { accountId: number };

interface ItemPlace {
  id: string;
  accountId: number;
  name: string;
}

/**
 * Looks at every item of an account, or of all: each version is a slice of its own, so that others have their turn.
 * @param isStopped asked between the items
 */
export async function scanItems(
  deps: ScanDeps,
  { accountId, isStopped = () => false }: { accountId?: number; isStopped?: () => boolean },
): Promise<FaultyItem[]> {
  const { db, sources } = deps;
  const found: FaultyItem[] = [];
  for (const source of sources) {
    for (const place of source.list(db, accountId)) {
      // What changed between two slices may look wrong, so a fault is confirmed in one go.
      const item = (await looksFaulty(deps, source, place)) ? findFault(deps, source, place) : undefined;
      if (item !== undefined) found.push(item);
      if (isStopped()) return found;
    }
  }
  for (const id of accountId === undefined ? listAccountIds(db) : [accountId]) {
    found.push(...listMissing(deps, id));
    await nextTurn();
    if (isStopped()) return found;
  }
  return found;
}

async function looksFaulty({ db, guard }: ScanDeps, source: ItemSource, place: ItemPlace): Promise<boolean> {
  let current: ItemState | undefined;
  for (const state of source.versions(db, place.id)) {
    if (current !== undefined && guard.inspect(db, current, true) !== undefined) return true;
    current = state;
    await nextTurn();
  }
  if (current === undefined || guard.inspect(db, current, false) !== undefined) return true;
  guard.note({ ...place, kind: source.kind }, undefined);
  return false;
}

/** What is wrong with an item now; undefined when it is as it was last written, or was deleted by its owner. */
export function findFault(
  { db, guard }: Omit<ScanDeps, 'sources'>,
  source: ItemSource,
  place: ItemPlace,
): FaultyItem | undefined {
  const { kind } = source;
  const { id, accountId, name } = place;
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

/** Items of an account whose newest audit row is not their deletion, and which have no row. */
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

function missingItem(kind: ItemKind, accountId: number, { id, name, version, digest }: LiveItem): FaultyItem {
  const hex = Buffer.from(digest).toString('hex');
  // The first API key is recorded with its account, so that row names the account.
  const known = kind === 'api_key' ? id : (name ?? id);
  return { kind, id, accountId, name: known, version, fault: 'missing', digest: hex };
}
