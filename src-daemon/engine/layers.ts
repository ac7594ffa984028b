import type { PackageManager, PackageSource } from '../egress/index-hosts.ts';

/**
 * A package layer is an installed list of packages that is mounted read-only into sandboxes. The engine creates and
 * removes layers; the packages feature decides which ones exist.
 */

export interface LayerOrder {
  packageManager: PackageManager;
  /** Checked names, each with the text of `encodeRequirement`; '' or `*` allows any version. */
  packages: Readonly<Record<string, string>>;
  source: PackageSource;
}

export interface LayerHooks {
  /** Called with each line that the installer prints. */
  onLine: (line: string) => void;
  /** Ends the installation when it aborts. Nothing is left. */
  signal: AbortSignal;
}

export interface BuiltLayer {
  /** The value of `SandboxJob.layer`. Only the engine interprets it. */
  id: string;
  /** The installed version of each package of the order. */
  versions: Readonly<Record<string, string>>;
  sizeBytes: number;
}

export type LayerFault =
  | 'installer'
  | 'timed_out'
  | 'too_large'
  | 'disk_full'
  | 'incomplete'
  /** A package requires its own code to run during the installation, which the source does not allow. */
  | 'needs_build'
  | 'out_of_memory'
  | 'died'
  /** This engine cannot install them, but Docker can. */
  | 'needs_docker';

/** A store that learns when a layer of a run no longer exists. */
export interface WatchedLayers extends LayerStore {
  onMissing(listener: (layer: string) => void): void;
}

/**
 * Returns the layers of an engine with a pool.
 * @param release removes the waiting sandboxes that have a layer, which are removed before it
 */
export function layersOfEngine(layers: WatchedLayers, release: (layer: string) => Promise<void>) {
  const remove = (layer: string) => release(layer).then(() => layers.remove(layer));
  return { layers: { ...layers, remove }, onLayerMissing: layers.onMissing };
}

/** A list could not be installed. The output of the installer was passed to `onLine`. Nothing of the layer is left. */
export class LayerError extends Error {
  readonly fault: LayerFault;
  /** The reason for the user, as one sentence; if undefined, the log has it. */
  readonly reason: string | undefined;

  constructor(fault: LayerFault, reason?: string) {
    super(`the packages could not be installed: ${fault}`);
    this.name = 'LayerError';
    this.fault = fault;
    this.reason = reason;
  }
}

export interface LayerStore {
  /** Returns the image that new layers are built for; undefined until the engine is ready. */
  imageId(): string | undefined;
  /** Returns true if the id is one of this store's, whether the layer still exists or not. */
  owns(id: string): boolean;
  /**
   * Installs a list as a whole. The installer has no access to data of any account.
   * @throws LayerError; AppError `engine_unavailable`; the signal's reason
   */
  build(order: LayerOrder, hooks: LayerHooks): Promise<BuiltLayer>;
  /** Returns every layer of this instance, finished or not. @throws AppError `engine_unavailable` */
  list(): Promise<string[]>;
  /** Removes a layer. Returns false if a sandbox uses it. @throws AppError `engine_unavailable` */
  remove(id: string): Promise<boolean>;
}
