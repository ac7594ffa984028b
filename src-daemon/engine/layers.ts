/**
 * Package layers: what a list of packages becomes when it is installed, to be mounted read-only into sandboxes. The
 * engine makes and removes them; which are wanted, and by whom, is not its business.
 */

export type PackageManager = 'pip' | 'npm';

/** Where packages come from. Only the installer ever sees it. */
export interface PackageSource {
  /** The index or registry; the ecosystem's public one unless given. */
  indexUrl?: string;
  /** pip's further indexes. */
  extraIndexUrls?: readonly string[];
  /** pip's hosts that need no valid certificate. */
  trustedHosts?: readonly string[];
  /** With `http://` or `https://`; may hold a user name and a password. */
  proxy?: string;
  noProxy?: string;
  /** Certificate authorities in addition to the public ones, in PEM. */
  certificates: string;
  /** Whether packages may run code of their own to be installed; true unless given. */
  builds?: boolean;
}

export interface LayerOrder {
  packageManager: PackageManager;
  /** Checked names, each with the range of its versions in its ecosystem's own words; '' or `*` is any. */
  packages: Readonly<Record<string, string>>;
  source: PackageSource;
}

export interface LayerHooks {
  /** What the installer prints, a line at a time. */
  onLine: (line: string) => void;
  /** Aborting ends the installation and leaves nothing. */
  signal: AbortSignal;
}

export interface BuiltLayer {
  /** For `SandboxJob.layer`; nobody but the engine reads it. */
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
  /** A package would run code of its own to be installed, and the source does not allow that. */
  | 'needs_build'
  | 'out_of_memory'
  | 'died'
  /** This engine cannot have them, and Docker can. */
  | 'needs_docker';

/** A list could not be installed; what its installer had to say went to `onLine`. Nothing of it is left. */
export class LayerError extends Error {
  readonly fault: LayerFault;
  /** For people, one sentence; where there is none the log has the reason. */
  readonly words: string | undefined;

  constructor(fault: LayerFault, words?: string) {
    super(`the packages could not be installed: ${fault}`);
    this.name = 'LayerError';
    this.fault = fault;
    this.words = words;
  }
}

export interface LayerStore {
  /** Names the image that layers made now are good for; undefined until the engine is ready. */
  imageId(): string | undefined;
  /** Whether a layer is of this store's making, there or not; another engine's is not. */
  owns(id: string): boolean;
  /**
   * Installs a list as a whole, with nothing at hand that is anybody's.
   * @throws LayerError; AppError `engine_unavailable`; the signal's reason
   */
  build(order: LayerOrder, hooks: LayerHooks): Promise<BuiltLayer>;
  /** Every layer of this instance, finished or not. @throws AppError `engine_unavailable` */
  list(): Promise<string[]>;
  /** False while a sandbox uses it. @throws AppError `engine_unavailable` */
  remove(id: string): Promise<boolean>;
}
