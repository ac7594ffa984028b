import type { Database } from '../../db/database.ts';
import type { LayerStore } from '../../engine/layers.ts';
import { deleteLayer, listLayerIds, listUnnamedLayers, updateLayerUsed } from './layers.store.ts';

interface RetentionDeps {
  database: Database;
  store: () => LayerStore | undefined;
  /** Whether nothing is being built, so that every volume without a row is a leftover. */
  isIdle: () => boolean;
  now: () => number;
}

/** Unnamed layers are kept, so that a change can be taken back at once, up to this much in all. */
const unnamedLimitBytes = 1024 * 1024 * 1024;
/** A run that waits in the queue may still come with a layer that its list has left. */
const restMs = 15 * 60_000;

export type LayerRetention = ReturnType<typeof createLayerRetention>;

/** Keeps the layers of the engine and the rows that tell of them together, and removes those that nobody names. */
export function createLayerRetention({ database, store, isIdle, now }: RetentionDeps) {
  const used = new Map<string, number>();

  /** Forgets layers that the engine has lost (another engine's are not its to lose), and removes what an installation that was cut short has left. */
  async function tidy(): Promise<void> {
    const layers = store();
    if (layers?.imageId() === undefined || !isIdle()) return;
    const there = new Set(await layers.list());
    if (!isIdle()) return;
    const known = new Set(listLayerIds(database.read));
    for (const id of known) if (layers.owns(id) && !there.has(id)) database.transaction((db) => deleteLayer(db, id));
    for (const id of there) if (!known.has(id)) await layers.remove(id);
  }

  /** Removes layers that no list names, the one used longest ago first, until those left are within the limit. */
  async function collect(): Promise<void> {
    flush();
    const layers = store();
    let keptBytes = 0;
    for (const { id, sizeBytes, lastUsedAt } of listUnnamedLayers(database.read)) {
      // Those of an engine that is away wait for it.
      if (layers?.owns(id) !== true) continue;
      if (keptBytes + sizeBytes <= unnamedLimitBytes || now() - lastUsedAt < restMs) keptBytes += sizeBytes;
      else await remove(id);
    }
  }

  /** The row goes first: a list that asks now gets a new layer, never one that is being removed. */
  async function remove(id: string): Promise<void> {
    const layers = store();
    if (layers?.imageId() === undefined) return;
    database.transaction((db) => deleteLayer(db, id));
    // One that is in use is a leftover from now on, for the next tidying.
    await layers.remove(id);
  }

  /** Writes down when layers were last used. */
  function flush(): void {
    if (used.size === 0) return;
    database.transaction((db) => {
      for (const [id, at] of used) updateLayerUsed(db, id, at);
    });
    used.clear();
  }

  /** The engine says that it is gone. */
  function forget(id: string): void {
    database.transaction((db) => deleteLayer(db, id));
  }

  return { tidy, collect, flush, forget, noteUse: (id: string) => used.set(id, now()) };
}
