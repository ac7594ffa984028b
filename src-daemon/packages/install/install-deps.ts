import type { Settings } from '../../../src-shared/contracts/settings.contract.ts';
import type { Database } from '../../db/database.ts';
import type { PackageManager } from '../../egress/index-hosts.ts';
import type { LayerStore } from '../../engine/layers.ts';
import type { ReadPackageSource } from '../layers/package-source.ts';
import type { SharedBuilds } from '../layers/shared-builds.ts';
import type { InstallLog } from './install-log.ts';

export interface InstallDeps {
  database: Database;
  builds: SharedBuilds;
  /**
   * Returns the layer store of the engine for an account, once its image is ready.
   * @throws AppError `cluster_not_allowed`, `engine_unavailable`
   */
  readyStore: (accountId: number, signal: AbortSignal) => Promise<{ store: LayerStore; imageId: string }>;
  readSource: ReadPackageSource;
  readSettings: (accountId: number) => Settings;
  managerOf: (language: string) => PackageManager;
  logOf: (accountId: number) => InstallLog;
  onInstalled: (language: string, layerId: string | null) => void;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  now: () => number;
}
