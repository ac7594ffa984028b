import type { ReadableDb } from '../db/database.ts';
import type { PackagesUser } from '../work/find-packages.ts';
import { findLayer } from './layers/layers.store.ts';
import { findList } from './packages.store.ts';

/** Packages of the list that a run or a sandbox gets. */
export interface RunPackages {
  /** Id of the layer in the engine. */
  layer?: string;
  /** Number of packages of the list in the layer. */
  count: number;
  /** Message for users if the current list is not installed. */
  notice?: string;
}

/**
 * Returns the last successfully installed layer of a list, and a notice if it is not the current list. `isAvailable` returns
 * true if the current engine has the layer; a layer of another engine cannot be used.
 */
export function packagesForRun(
  db: ReadableDb,
  { accountId, language, usedBy }: { accountId: number; language: string; usedBy: PackagesUser },
  isAvailable: (layerId: string) => boolean,
): RunPackages {
  const list = findList(db, accountId, language);
  if (list === undefined) return { count: 0 };
  const installed = list.layerId === null ? undefined : findLayer(db, list.layerId);
  const layer = installed !== undefined && isAvailable(installed.id) ? installed : undefined;
  const used = layer === undefined ? 'without packages' : 'with the packages that were installed before';
  const notices = {
    installed:
      layer === installed
        ? undefined
        : `The package list is being installed for this engine; this ${usedBy} started ${used}.`,
    installing: `The package list is still being installed; this ${usedBy} started ${used}.`,
    failed: `The package list could not be installed; this ${usedBy} started ${used}. ${list.error ?? ''}`.trim(),
  };
  const notice = notices[list.status];
  return {
    count: layer?.contents.length ?? 0,
    ...(layer && { layer: layer.id }),
    ...(notice && { notice }),
  };
}
