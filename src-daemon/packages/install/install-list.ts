import type { Settings } from '../../../src-shared/contracts/settings.contract.ts';
import { AppError, asAppError } from '../../core/app-error.ts';
import type { Database } from '../../db/database.ts';
import { LayerError, type LayerOrder, type LayerStore, type PackageManager } from '../../engine/layers.ts';
import { decodeRequirement } from '../../engine/package-requirement.ts';
import { layerKey } from '../layers/layer-key.ts';
import { deleteLayer, findLayerByKey, insertLayer, type LayerRow } from '../layers/layers.store.ts';
import type { ReadPackageSource } from '../layers/package-source.ts';
import type { SharedBuilds } from '../layers/shared-builds.ts';
import { findList, listPackages, type PackageRow, updateListFailed, updateListInstalled } from '../packages.store.ts';
import { explainFailure } from './explain-failure.ts';
import type { InstallLog } from './install-log.ts';
import { createLogLines } from './log-lines.ts';

export interface InstallDeps {
  database: Database;
  builds: SharedBuilds;
  /** Returns the layer store of the engine once its image is ready. @throws AppError `engine_unavailable` */
  readyStore: (signal: AbortSignal) => Promise<{ store: LayerStore; imageId: string }>;
  readSource: ReadPackageSource;
  readSettings: (accountId: number) => Settings;
  managerOf: (language: string) => PackageManager;
  logOf: (accountId: number) => InstallLog;
  onInstalled: (language: string, layerId: string | null) => void;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  now: () => number;
}

interface Installation {
  accountId: number;
  language: string;
  signal: AbortSignal;
  /** Called when it is known whether a build is needed. */
  onBegun: () => void;
}

/**
 * Installs a list: uses an existing layer or builds one. The previous layer stays in use until this has succeeded. An
 * aborted installation leaves the list unchanged.
 */
export async function installList(deps: InstallDeps, installation: Installation): Promise<void> {
  const { accountId, language, signal } = installation;
  const log = deps.logOf(accountId);
  const lines = createLogLines();
  const onLine = (text: string) => {
    lines.push(text);
    log.append({ event: 'log', data: { language, text } });
  };
  const packages = listPackages(deps.database.read, accountId).filter((row) => row.language === language);
  log.append({ event: 'started', data: { language, packages: packages.map(describe) } });
  try {
    const layer = packages.length === 0 ? null : await obtainLayer(deps, { ...installation, packages, onLine });
    signal.throwIfAborted();
    recordSuccess(deps, installation, { layer, log: lines.entries() });
  } catch (cause) {
    if (signal.aborted) return;
    recordFailure(deps, installation, { cause, log: lines.entries() });
  }
}

type LayerRequest = Installation & { packages: PackageRow[]; onLine: (line: string) => void };

async function obtainLayer(deps: InstallDeps, request: LayerRequest): Promise<LayerRow> {
  const { accountId, language, packages, signal, onLine } = request;
  const packageManager = deps.managerOf(language);
  const source = await deps.readSource(packageManager, deps.readSettings(accountId).installer);
  const ranges = packages.map(({ name, requested }) => [name, requested ?? anyVersion[packageManager]]);
  const order: LayerOrder = { packageManager, packages: Object.fromEntries(ranges), source };
  const { store, imageId } = await deps.readyStore(signal);
  const key = layerKey(imageId, order);
  const known = await findUsable(deps, store, key);
  request.onBegun();
  if (known !== undefined) return known;
  const keep = (built: { id: string; versions: Readonly<Record<string, string>>; sizeBytes: number }) => {
    const contents = packages.map(({ name, requested }) => ({ name, requested, version: built.versions[name] ?? '' }));
    const at = deps.now();
    const row = { id: built.id, key, language, imageId, contents, sizeBytes: built.sizeBytes };
    deps.database.transaction((db) => insertLayer(db, { ...row, createdAt: at, lastUsedAt: at }));
  };
  await deps.builds.build({ key, order, store, keep }, { onLine, signal });
  const built = findLayerByKey(deps.database.read, key);
  if (built === undefined) throw new Error('the row of a new layer is missing');
  return built;
}

const anyVersion: Record<PackageManager, string> = { pip: '', npm: '*' };

/** Returns the layer with this key. If its volume no longer exists, its row is deleted. */
async function findUsable({ database }: InstallDeps, store: LayerStore, key: string) {
  const known = findLayerByKey(database.read, key);
  if (known === undefined || (await store.list()).includes(known.id)) return known;
  database.transaction((db) => deleteLayer(db, known.id));
  return undefined;
}

function recordSuccess(
  deps: InstallDeps,
  { accountId, language }: Installation,
  { layer, log }: { layer: LayerRow | null; log: readonly string[] },
): void {
  const layerId = layer?.id ?? null;
  deps.database.transaction((db) => updateListInstalled(db, { accountId, language, layerId, log: log.join('\n') }));
  const packages = layer?.contents.length ?? 0;
  const sizeBytes = layer?.sizeBytes ?? 0;
  deps.logOf(accountId).append({ event: 'installed', data: { language, packages, sizeBytes } });
  deps.log.info({ accountId, language, packages, sizeBytes }, 'packages installed');
  deps.onInstalled(language, layerId);
}

function recordFailure(
  deps: InstallDeps,
  installation: Installation,
  { cause, log }: { cause: unknown; log: readonly string[] },
): void {
  const { accountId, language } = installation;
  const error = messageOf(deps, installation, { cause, log });
  const isRetried = waitsForEngine(cause) ? 1 : 0;
  deps.database.transaction((db) =>
    updateListFailed(db, { accountId, language, error, isRetried, log: log.join('\n') }),
  );
  // The account may have been deleted during the installation.
  if (findList(deps.database.read, accountId, language) === undefined) return;
  deps.logOf(accountId).append({ event: 'failed', data: { language, error } });
}

function waitsForEngine(cause: unknown): boolean {
  if (cause instanceof LayerError) return cause.fault === 'needs_docker';
  return cause instanceof AppError && cause.code === 'engine_unavailable';
}

function messageOf(
  deps: InstallDeps,
  { accountId, language }: Installation,
  { cause, log }: { cause: unknown; log: readonly string[] },
): string {
  if (cause instanceof LayerError) {
    const { builds } = deps.readSettings(accountId).installer;
    return cause.reason ?? explainFailure({ manager: deps.managerOf(language), fault: cause.fault, builds }, log);
  }
  const error = asAppError(cause);
  if (error.code === 'internal') deps.log.error({ language, err: cause }, 'packages could not be installed');
  return error.message;
}

function describe({ name, requested }: PackageRow): string {
  const { range, extras } = decodeRequirement(requested ?? '');
  return [extras.length === 0 ? name : `${name}[${extras.join(',')}]`, range].filter(Boolean).join(' ');
}
