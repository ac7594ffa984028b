import type { Database } from '../../db/database.ts';
import type { LayerStore } from '../../engine/layers.ts';
import { deleteLayer, listLayerIds, listUnusedLayers, updateLayerUsed } from './layers.store.ts';

interface RetentionDeps {
  database: Database;
  store: () => Omit<LayerStore, 'build'> | undefined;
  /** Returns true if nothing is being built, so that every volume without a row is a leftover. */
  isIdle: () => boolean;
  now: () => number;
}

/**
 * Total size of the layers that no list uses: those of runs with packages of their own, and those of earlier lists, so that
 * a change of a list can be undone without a new installation. It holds at least two of the largest layers.
 */
const unusedLimitBytes = 4 * 1024 * 1024 * 1024;
/** Maximum number of these layers, because thousands of tiny ones would slow the engine down. */
const unusedLimitCount = 100;
/** Minimum time that an unused layer is kept, because a queued run may still use it. */
const minRetentionMs = 15 * 60_000;

export type LayerRetention = ReturnType<typeof createLayerRetention>;

/** Keeps the layers of the engine consistent with their rows, and removes unused layers. */
export function createLayerRetention({ database, store, isIdle, now }: RetentionDeps) {
  const used = new Map<string, number>();

  /** Deletes the rows of layers that the engine has lost, and removes leftovers of interrupted installations. */
  async function tidy(): Promise<void> {
    const layers = store();
    if (layers?.imageId() === undefined || !isIdle()) return;
    const existing = new Set(await layers.list());
    if (!isIdle()) return;
    const known = new Set(listLayerIds(database.read));
    for (const id of known) if (layers.owns(id) && !existing.has(id)) database.transaction((db) => deleteLayer(db, id));
    for (const id of existing) if (!known.has(id)) await layers.remove(id);
  }

  /** Removes layers that no list uses, the least recently used first, until the rest is within the limit. */
  async function collect(): Promise<void> {
    flush();
    const layers = store();
    let keptBytes = 0;
    let kept = 0;
    for (const { id, sizeBytes, lastUsedAt } of listUnusedLayers(database.read)) {
      // Layers of another engine are kept until that engine is used again.
      if (layers?.owns(id) !== true) continue;
      const fits = keptBytes + sizeBytes <= unusedLimitBytes && kept < unusedLimitCount;
      if (fits || now() - lastUsedAt < minRetentionMs) {
        keptBytes += sizeBytes;
        kept++;
      } else await remove(id);
    }
  }

  /** Deletes the row first, so that a list never gets a layer that is being removed. */
  async function remove(id: string): Promise<void> {
    const layers = store();
    if (layers?.imageId() === undefined) return;
    database.transaction((db) => deleteLayer(db, id));
    // A layer that is still in use is removed by a later `tidy`.
    await layers.remove(id);
  }

  /** Stores when layers were last used. */
  function flush(): void {
    if (used.size === 0) return;
    database.transaction((db) => {
      for (const [id, at] of used) updateLayerUsed(db, id, at);
    });
    used.clear();
  }

  /** Deletes the row of a layer that the engine no longer has. */
  function forget(id: string): void {
    database.transaction((db) => deleteLayer(db, id));
  }

  return { tidy, collect, flush, forget, noteUse: (id: string) => used.set(id, now()) };
}
