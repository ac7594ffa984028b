import type { ReadableDb, WritableDb } from '../../db/database.ts';

/** Requested package of a layer, with the version that was installed. */
export interface LayerPackage {
  name: string;
  requested: string | null;
  version: string;
}

/** Row of a finished layer. Times are epoch ms. */
export interface LayerRow {
  /** Id of the layer in the engine. */
  id: string;
  /** Hash of its inputs: lists with the same key share the layer. */
  key: string;
  language: string;
  imageId: string;
  contents: LayerPackage[];
  sizeBytes: number;
  createdAt: number;
  lastUsedAt: number;
}

type StoredLayer = Omit<LayerRow, 'contents'> & { contents: string };

const columns = `id, key, language, image_id AS imageId, contents, size_bytes AS sizeBytes, created_at AS createdAt,
                 last_used_at AS lastUsedAt`;

export function findLayer(db: ReadableDb, id: string): LayerRow | undefined {
  return parsed(db.get<StoredLayer>(`SELECT ${columns} FROM package_layers WHERE id = ?`, [id]));
}

export function findLayerByKey(db: ReadableDb, key: string): LayerRow | undefined {
  return parsed(db.get<StoredLayer>(`SELECT ${columns} FROM package_layers WHERE key = ?`, [key]));
}

export function listLayerIds(db: ReadableDb): string[] {
  return db.all<{ id: string }>('SELECT id FROM package_layers').map(({ id }) => id);
}

/** Lists the layers that no list uses, the most recently used first. */
export function listUnusedLayers(db: ReadableDb): Pick<LayerRow, 'id' | 'sizeBytes' | 'lastUsedAt'>[] {
  return db.all(
    `SELECT id, size_bytes AS sizeBytes, last_used_at AS lastUsedAt FROM package_layers
     WHERE id NOT IN (SELECT layer_id FROM package_lists WHERE layer_id IS NOT NULL) ORDER BY last_used_at DESC`,
  );
}

export function insertLayer(db: WritableDb, row: LayerRow): void {
  db.run(
    `INSERT INTO package_layers (id, key, language, image_id, contents, size_bytes, created_at, last_used_at)
     VALUES (:id, :key, :language, :imageId, :contents, :sizeBytes, :createdAt, :lastUsedAt)`,
    { ...row, contents: JSON.stringify(row.contents) },
  );
}

export function updateLayerUsed(db: WritableDb, id: string, lastUsedAt: number): void {
  db.run('UPDATE package_layers SET last_used_at = max(last_used_at, ?) WHERE id = ?', [lastUsedAt, id]);
}

/** Deletes a layer. Lists that used it then have no layer. */
export function deleteLayer(db: WritableDb, id: string): void {
  db.run('DELETE FROM package_layers WHERE id = ?', [id]);
}

function parsed(row: StoredLayer | undefined): LayerRow | undefined {
  return row && { ...row, contents: JSON.parse(row.contents) as LayerPackage[] };
}
