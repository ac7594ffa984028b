import type { PackageManager } from '../../egress/index-hosts.ts';
import type { LayerOrder, LayerStore } from '../../engine/layers.ts';
import { layerKey } from '../layers/layer-key.ts';
import { deleteLayer, findLayerByKey, insertLayer, type LayerRow } from '../layers/layers.store.ts';
import type { PackageRow } from '../packages.store.ts';
import type { InstallDeps } from './install-deps.ts';

type LayerDeps = Pick<
  InstallDeps,
  'database' | 'builds' | 'readyStore' | 'readSource' | 'readSettings' | 'managerOf' | 'now'
>;

export interface LayerRequest {
  accountId: number;
  /** Id of the language of the list. */
  language: string;
  packages: readonly Pick<PackageRow, 'name' | 'requested'>[];
  signal: AbortSignal;
  onLine: (line: string) => void;
  /** Called when it is known whether a build is needed. */
  onBegun?: () => void;
}

/**
 * Returns the layer of the packages: an existing one, or one that is built now.
 * @throws LayerError; AppError `cluster_not_allowed`, `engine_unavailable`; the signal's reason
 */
export async function obtainLayer(deps: LayerDeps, request: LayerRequest): Promise<LayerRow> {
  const { accountId, language, packages, signal, onLine } = request;
  const packageManager = deps.managerOf(language);
  const source = await deps.readSource(packageManager, deps.readSettings(accountId).installer);
  const ranges = packages.map(({ name, requested }) => [name, requested ?? anyVersion[packageManager]]);
  const order: LayerOrder = { packageManager, packages: Object.fromEntries(ranges), source };
  const { store, imageId } = await deps.readyStore(accountId, signal);
  const key = layerKey(imageId, order);
  const known = await findUsable(deps, store, key);
  request.onBegun?.();
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
async function findUsable({ database }: LayerDeps, store: LayerStore, key: string) {
  const known = findLayerByKey(database.read, key);
  if (known === undefined || (await store.list()).includes(known.id)) return known;
  database.transaction((db) => deleteLayer(db, known.id));
  return undefined;
}
