import type { ReadableDb, WritableDb } from '../../db/database.ts';
import { findLayer, type LayerRow } from '../layers/layers.store.ts';

/** Identifies packages that an account's runs requested. */
export interface RunLayerKey {
  accountId: number;
  /** Id of the language of the list. */
  language: string;
  /** Hash of the packages and of the installer's settings. */
  request: string;
}

/** Returns the layer that was built for the packages; undefined if there is none, or if it was removed. */
export function findRunLayer(db: ReadableDb, { accountId, language, request }: RunLayerKey): LayerRow | undefined {
  const found = db.get<{ id: string }>(
    'SELECT layer_id AS id FROM run_layers WHERE account_id = ? AND language = ? AND request = ?',
    [accountId, language, request],
  );
  return found && findLayer(db, found.id);
}

export function putRunLayer(db: WritableDb, row: RunLayerKey & { layerId: string }): void {
  db.run(
    `INSERT INTO run_layers (account_id, language, request, layer_id) VALUES (:accountId, :language, :request, :layerId)
     ON CONFLICT (account_id, language, request) DO UPDATE SET layer_id = excluded.layer_id`,
    row,
  );
}
