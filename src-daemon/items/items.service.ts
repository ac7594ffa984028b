import { setImmediate as nextTick } from 'node:timers/promises';
import type { RolledBackItem } from '../../src-shared/contracts/items.contract.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import { type Actor, daemonClient } from '../core/actor.ts';
import type { Database, WritableDb } from '../db/database.ts';
import type { ItemChange, ItemSource, ItemState } from '../db/item-state.ts';
import { AppError } from '../errors/app-error.ts';
import type { ItemGuard } from './item-guard.ts';
import { hasItemRecords } from './item-heads.store.ts';
import { type FaultyItem, findFault, listMissing, scanItems } from './item-scan.ts';

interface ItemsDeps {
  database: Database;
  recordAudit: RecordAudit;
  guard: ItemGuard;
  sources: readonly ItemSource[];
  /** @throws AppError `invalid_credentials`, `rate_limited` */
  confirmPassword: (actor: Actor, password: string) => Promise<void>;
  log: Record<'info' | 'error', (fields: object, message: string) => void>;
}

interface Acceptance {
  password: string;
  items: readonly Pick<RolledBackItem, 'kind' | 'id' | 'digest'>[];
}

export type ItemsService = ReturnType<typeof createItemsService>;

/**
 * The recorded states of secrets, stored scripts and API keys: created once, checked at each use, accepted by their
 * owner.
 */
export function createItemsService(deps: ItemsDeps) {
  const { database, recordAudit, guard, sources, confirmPassword, log } = deps;
  const scan = { db: database.read, guard, sources };
  let isStopped = false;

  return {
    /**
     * Records the states of all items in a database that has no records yet.
     * @param mayAdopt false if the key store says that records exist, or while the audit log is not intact
     */
    async prepare(mayAdopt: boolean): Promise<void> {
      if (!mayAdopt || hasItemRecords(database.read)) return;
      const count = await adoptItems({ database, recordAudit, sources });
      if (count > 0) log.info({ count }, 'recorded the state of the existing items');
    },

    /** Checks every item in the background, so that health reports refused items before they are used. */
    startScan(): void {
      void scanItems(scan, { isStopped: () => isStopped }).catch((error: unknown) => {
        if (!isStopped) log.error({ err: error }, 'the check of the items failed');
      });
    },

    stop(): void {
      isStopped = true;
    },

    /** The account's items that are refused or missing. */
    async list({ accountId }: Actor): Promise<RolledBackItem[]> {
      const found = await scanItems(scan, { accountId, isStopped: () => isStopped });
      return found.map(({ accountId: _, ...item }) => item);
    },

    /**
     * Records the shown state as the newest one, for all of the items or for none.
     * @throws AppError `item_not_found`, `item_rolled_back` when one changed since it was shown
     */
    async accept(actor: Actor, { password, items }: Acceptance): Promise<{ accepted: number }> {
      await confirmPassword(actor, password);
      database.transaction((db) => {
        for (const { kind, id, digest } of items) {
          const source = sources.find((one) => one.kind === kind);
          const faulty = source && findFaulty(db, actor.accountId, { source, id });
          if (source === undefined || faulty === undefined)
            throw new AppError(
              'item_not_found',
              'This account has no such item that can be accepted. List the items again.',
            );
          if (faulty.digest !== digest)
            throw new AppError(
              'item_rolled_back',
              'The item changed since it was shown. List the items again and check it.',
            );
          acceptOne(db, actor, { source, faulty });
        }
      });
      return { accepted: items.length };
    },
  };

  function findFaulty(
    db: WritableDb,
    accountId: number,
    { source, id }: { source: ItemSource; id: string },
  ): FaultyItem | undefined {
    const identity = source.list(db, accountId).find((one) => one.id === id);
    if (identity !== undefined) return findFault({ db, guard }, source, identity);
    return listMissing({ ...scan, db }, accountId).find((item) => item.kind === source.kind && item.id === id);
  }

  /** Records the current version last, because the last audit row of an item counts. */
  function acceptOne(
    db: WritableDb,
    actor: Actor,
    { source, faulty }: { source: ItemSource; faulty: FaultyItem },
  ): void {
    const { kind, id, name, fault } = faulty;
    source.repair?.(db, id);
    const record = (item: ItemChange) => {
      const metadata = { kind, name, version: item.version, fault };
      recordAudit(db, actor, { action: 'item.accept', resourceId: name, metadata, item });
    };
    const versions = [...source.versions(db, id)];
    const keptFrom = versions[0]?.version ?? 0;
    for (const state of versions) {
      const isCurrent = state === versions.at(-1);
      if (isCurrent || guard.inspect(db, state, true) !== undefined) record({ ...state, keptFrom });
    }
    if (versions.length === 0) record({ kind, id, version: faulty.version, digest: null });
  }
}

interface AdoptDeps {
  database: Database;
  recordAudit: RecordAudit;
  sources: readonly ItemSource[];
}

/**
 * Makes the heads of all items of a database that an earlier release wrote: once, before anything is served. Digests
 * are computed in slices; the heads and their audit rows are written in one transaction.
 */
async function adoptItems({ database, recordAudit, sources }: AdoptDeps): Promise<number> {
  const found: { state: ItemState; name: string; keptFrom: number }[] = [];
  for (const source of sources) {
    for (const { id, name } of source.list(database.read)) {
      const versions = [...source.versions(database.read, id)];
      const keptFrom = versions[0]?.version ?? 0;
      for (const state of versions) found.push({ state, name, keptFrom });
      await nextTick();
    }
  }
  if (found.length === 0) return 0;
  database.transaction((db) => {
    for (const { state, name, keptFrom } of found) {
      const { kind, version, accountId } = state;
      const metadata = { kind, name, version };
      const event = { action: 'item.adopt', resourceId: name, metadata, item: { ...state, keptFrom } } as const;
      recordAudit(db, { accountId, client: daemonClient }, event);
    }
  });
  return found.length;
}
