import { setImmediate as nextTick } from 'node:timers/promises';
import type { RecordAudit } from '../audit/record-audit.ts';
import { daemonClient } from '../core/actor.ts';
import type { Database } from '../db/database.ts';
import type { ItemSource, ItemState } from '../db/item-state.ts';

interface AdoptDeps {
  database: Database;
  recordAudit: RecordAudit;
  sources: readonly ItemSource[];
}

/**
 * Makes the heads of all items of a database that an earlier release wrote: once, before anything is served. Digests
 * are computed in slices; the heads and their audit rows are written in one transaction.
 */
export async function adoptItems({ database, recordAudit, sources }: AdoptDeps): Promise<number> {
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
