import type { LayerStore } from './layers.ts';
import type { OmittedFiles } from './omitted-files.ts';
import type { QueueLimit } from './queue/start-wait.ts';

/**
 * The sandbox, whatever runs it: one folder below this one is one engine. Nothing here knows HTTP, accounts or the
 * database; a job comes with all that it needs and leaves with all that it left.
 */

/** A file by its path below the working directory: relative, `/`-separated, no `..`. */
export interface SandboxFile {
  path: string;
  content: Uint8Array;
}

export interface SandboxJob {
  /** Labels the container; the id of the execution. */
  id: string;
  /** The id of a language in the table (`languages.ts`), never an alias. */
  language: string;
  code: string;
  stdin: Uint8Array;
  args: readonly string[];
  /** The whole environment that the request adds: its own variables and the secrets it was granted. */
  env: Readonly<Record<string, string>>;
  /** Which variables of `env` are secrets: an error calls them so. */
  secretNames?: readonly string[];
  files: readonly SandboxFile[];
  timeoutMs: number;
  /** Of the compile step, where the language has one; 60,000 if absent. */
  compileTimeoutMs?: number;
  memoryMb: number;
  network: 'none' | 'full';
  /**
   * Keep both ends of its output: the first half of the cap comes by `onOutput`, so many of the last bytes of each
   * stream by `onTail`. Absent: the first bytes alone, up to the cap.
   */
  tailBytes?: number;
  /** The package layer that the language finds its packages in, as `LayerStore.build` named it. */
  layer?: string;
  /** Runs of one key (an account) take turns in the queue with those of the others. */
  fairnessKey?: string;
  /** How long it may wait before its program starts; no limit if absent. */
  queueLimit?: QueueLimit;
}

export type SandboxStatus = 'succeeded' | 'failed' | 'timed_out' | 'out_of_memory' | 'cancelled';

export interface SandboxResult {
  /** Which engine ran it, where several could have; else the engine's own name counts. */
  engine?: string;
  /** For people: what this engine could not give the run. */
  notices?: readonly string[];
  status: SandboxStatus;
  /** The program's exit code; null when a signal ended it or it never came so far. */
  exitCode: number | null;
  /** `SIGKILL`, …; null when the program exited by itself. */
  signal: string | null;
  stdoutTruncated: boolean;
  stderrTruncated: boolean;
  /** Wall time of the program itself. */
  durationMs: number;
  /** Time in the engine's queue. */
  queuedMs: number;
  /** From leaving the queue to the program's start. */
  startupMs: number;
  memoryPeakBytes?: number;
  /** New or changed regular files of the working directory, less the program itself; by path. */
  files: SandboxFile[];
  /** How many more there were, by the reason why they were left out. */
  filesOmitted: OmittedFiles;
}

export type OutputStream = 'stdout' | 'stderr';

export interface RunHooks {
  /** Output as it comes: bytes that are cut to the cap already, in order within a stream, on any boundary. */
  onOutput: (stream: OutputStream, chunk: Uint8Array) => void;
  /**
   * Output past the first half of the cap, of a job with `tailBytes`: in order, while it runs and when it has ended.
   * `at` is the position of the chunk in its stream, in bytes; one beyond the end of the chunk before means that the
   * bytes between were dropped. What follows the last chunk is empty, but for a run whose sandbox was killed.
   */
  onTail?: (stream: OutputStream, at: number, chunk: Uint8Array) => void;
  /** The program is about to start: the job left the queue. */
  onStarted?: () => void;
  /** Aborting ends the run as `cancelled`; nothing of it is alive within 1 s. */
  signal: AbortSignal;
}

export interface EngineStatus {
  /** `docker`, `embedded`. */
  name: string;
  status: 'ready' | 'starting' | 'building_image' | 'unavailable';
  reason?: string;
  nextStep?: string;
}

export interface LanguageStatus {
  id: string;
  name: string;
  /** As the image itself reports it; null until the image is there. */
  version: string | null;
  aliases: readonly string[];
  /** With the dot: `.py`. */
  fileExtension: string;
  /** `pip`, `npm`, or null where the language has no package list. */
  packageManager: string | null;
  available: boolean;
}

/** What a pool keeps warm: containers of one language with one package layer. */
export interface PrewarmKey {
  language: string;
  layer: string | null;
}

/** A job that the engine has accepted, with its place in the queue. */
export interface AdmittedRun {
  /**
   * Runs the job in a sandbox of its own. Call it at most once.
   * @throws AppError `engine_unavailable`, `language_not_installed`, `queue_timeout`, `packages_unavailable`
   */
  run(hooks: RunHooks): Promise<SandboxResult>;
  /** Gives the place back if the job does not run. Does nothing after `run`. */
  release(): void;
}

export interface Engine {
  /** Finds the engine, reaps what an earlier daemon of this instance left, makes the image if it is missing. */
  start(): Promise<void>;
  /** A stop is near: nothing boots ahead of a run any more, and what waits goes. Runs go on. */
  windDown(): void;
  /** Waits for nothing: cancels what runs, removes every container of this instance. */
  stop(): Promise<void>;
  /**
   * Checks a job and reserves its place in the queue, so that a caller can record the run in the same tick.
   * @throws AppError `unknown_language`, `invalid_request`, `engine_unavailable`, `language_not_installed`, `queue_full`,
   * `queue_timeout`, `language_needs_docker`, `memory_needs_docker`
   */
  admit(job: SandboxJob): AdmittedRun;
  /** Admits a job and runs it. @throws what `admit` and `AdmittedRun.run` throw */
  run(job: SandboxJob, hooks: RunHooks): Promise<SandboxResult>;
  status(): EngineStatus;
  languages(): LanguageStatus[];
  prewarm(key: PrewarmKey): void;
  /** Of the engine that would run the next program; absent where it has no packages. */
  readonly layers?: LayerStore | undefined;
  /** Tells of a layer that a job named and that is not there any more. */
  onLayerMissing?(listener: (id: string) => void): void;
}

/** Output is cut at this many bytes a stream, and the result says so. */
export const outputCapBytes = 1024 * 1024;
/** Of a run that keeps both ends, each half is this long. */
export const outputHalfBytes = outputCapBytes / 2;

/** How many bytes of each stream come by `onOutput`. */
export function outputCapOf({ tailBytes }: Pick<SandboxJob, 'tailBytes'>): number {
  return tailBytes === undefined ? outputCapBytes : outputHalfBytes;
}

export const resultFilesCap = { count: 32, totalBytes: 16 * 1024 * 1024 } as const;
