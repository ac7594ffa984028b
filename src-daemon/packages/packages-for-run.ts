import type { ReadableDb } from '../db/database.ts';
import { findLayer } from './layers/layers.store.ts';
import { findList } from './packages.store.ts';

/** What a run gets of its account's packages. */
export interface RunPackages {
  /** The engine's name of the layer. */
  layer?: string;
  /** How many of the list's packages are in it. */
  count: number;
  /** For people: that the list is not installed as it stands. */
  notice?: string;
}

/**
 * The last good layer of a list, and words where that is not the list as it stands. `isAtHand`: whether a layer is of the
 * engine that runs programs now, since what was installed for another is of no use to it.
 */
export function packagesForRun(
  db: ReadableDb,
  { accountId, language }: { accountId: number; language: string },
  isAvailable: (layerId: string) => boolean,
): RunPackages {
  const list = findList(db, accountId, language);
  if (list === undefined) return { count: 0 };
  const installed = list.layerId === null ? undefined : findLayer(db, list.layerId);
  const layer = installed !== undefined && isAvailable(installed.id) ? installed : undefined;
  const has = layer === undefined ? 'without packages' : 'with the packages that were installed before';
  const notices = {
    installed:
      layer === installed ? undefined : `The package list is being installed for this engine; this run went on ${has}.`,
    installing: `The package list is still being installed; this run went on ${has}.`,
    failed: `The package list could not be installed; this run went on ${has}. ${list.error ?? ''}`.trim(),
  };
  const notice = notices[list.status];
  return {
    count: layer?.contents.length ?? 0,
    ...(layer && { layer: layer.id }),
    ...(notice && { notice }),
  };
}
