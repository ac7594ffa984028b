import type { ReadableDb } from '../db/database.ts';
import type { InstallLog } from './install/install-log.ts';
import { findLayer } from './layers/layers.store.ts';
import { listLists, listPackages } from './packages.store.ts';

/** Fills a new log with the stored events of each list's last installation. */
export function replayLists(db: ReadableDb, accountId: number, log: InstallLog): void {
  const packages = listPackages(db, accountId);
  for (const { language, status, log: text, error, layerId } of listLists(db, accountId)) {
    const names = packages.filter((row) => row.language === language).map(({ name }) => name);
    log.append({ event: 'started', data: { language, packages: names } });
    for (const line of text === '' ? [] : text.split('\n'))
      log.append({ event: 'log', data: { language, text: line } });
    const layer = layerId === null ? undefined : findLayer(db, layerId);
    const contents = { packages: layer?.contents.length ?? 0, sizeBytes: layer?.sizeBytes ?? 0 };
    if (status === 'installed') log.append({ event: 'installed', data: { language, ...contents } });
    if (status === 'failed') log.append({ event: 'failed', data: { language, error: error ?? '' } });
  }
}
