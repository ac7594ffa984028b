import type { RolledBackItem } from '../../src-shared/contracts/items.contract.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import type { ItemChange, ItemSource } from '../core/item-state.ts';
import type { Database, WritableDb } from '../db/database.ts';
import { adoptItems } from './adopt-items.ts';
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

/** The heads of secrets, stored scripts and API keys: made once, held to, and accepted again by their owner. */
export function createItemsService(deps: ItemsDeps) {
  const { database, recordAudit, guard, sources, confirmPassword, log } = deps;
  const scan = { db: database.read, guard, sources };
  let isStopped = false;

  return {
    /**
     * Makes the heads of a database that has none yet.
     * @param mayAdopt false once the key store says that heads exist, and while the audit log is not whole
     */
    async prepare(mayAdopt: boolean): Promise<void> {
      if (!mayAdopt || hasItemRecords(database.read)) return;
      const count = await adoptItems({ database, recordAudit, sources });
      if (count > 0) log.info({ count }, 'recorded the state of the items that were there');
    },

    /** Looks at every item in the background, so that health says what is refused before anything is used. */
    startScan(): void {
      void scanItems(scan, { isStopped: () => isStopped }).catch((error: unknown) => {
        if (!isStopped) log.error({ err: error }, 'the items were not looked at');
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
     * Accepts the state that was shown, as the newest one. All of the items or none.
     * @throws AppError `item_not_found`, `item_rolled_back` when one changed since it was shown
     */
    async accept(actor: Actor, { password, items }: Acceptance): Promise<{ accepted: number }> {
      await confirmPassword(actor, password);
      database.transaction((db) => {
        for (const { kind, id, digest } of items) {
          const source = sources.find((one) => one.kind === kind);
          const faulty = source && findFaulty(db, actor.accountId, { source, id });
          if (source === undefined || faulty === undefined)
            throw new AppError('item_not_found', 'There is no such item of this account that waits to be accepted.');
          if (faulty.digest !== digest)
            throw new AppError(
              'item_rolled_back',
              'The item changed since it was shown. List it again and look at it.',
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

  /** The current version comes last: no later row of the log may change the item. */
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
