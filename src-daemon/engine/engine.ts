import type { EngineLocation } from '../../src-shared/contracts/engine-location.ts';
import type { EgressHooks, EgressPolicy } from '../egress/policy.ts';
import type { ProgramInput } from '../wire/program-input.ts';
import type { LayerStore } from './layers.ts';
import type { LiveSandboxes } from './live-sandbox.ts';
import type { OmittedFiles } from './omitted-files.ts';
import type { QueueLimit } from './queue/start-wait.ts';

/**
 * The interface of every sandbox engine; each engine has a folder next to this file. Engines know nothing of HTTP,
 * accounts and the database: a job has everything that it requires, and a result everything that the run left.
 */

/** A file of the working directory. Its path is relative, separated by `/`, and has no `..`. */
export interface SandboxFile {
  path: string;
  content: Uint8Array;
  /** True if programs can execute it. Engines without processes ignore it. */
  isExecutable?: boolean;
}

export interface SandboxJob {
  /** The id of the execution; the container is labelled with it. */
  id: string;
  /** The id of a language in the table (`languages.ts`), never an alias. */
  language: string;
  code: string;
  /** Path of the program in the working directory; by default the name that its language determines. */
  entry?: string;
  stdin: Uint8Array;
  /** If true, the input continues after `stdin`: `onInput` of the hooks gets it. */
  opensStdin?: boolean;
  args: readonly string[];
  /** The environment that the request adds: its own variables and the granted secrets. */
  env: Readonly<Record<string, string>>;
  /** The variables of `env` that are secrets; an error names them as such. */
  secretNames?: readonly string[];
  files: readonly SandboxFile[];
  timeoutMs: number;
  /** Time limit of the compile step, if the language has one; 60,000 by default. */
  compileTimeoutMs?: number;
  memoryMb: number;
  /** No network, the whole public network, or the connections that rules allow. */
  network: 'none' | 'full' | EgressPolicy;
  /**
   * If set, both ends of each stream are kept: the first half of the cap is passed to `onOutput`, and this many of the
   * last bytes to `onTail`. If absent, only the first bytes are kept, up to the cap.
   */
  tailBytes?: number;
  /** The id of the package layer that is mounted, as returned by `LayerStore.build`. */
  layer?: string;
  /** The account. The queue starts runs of different keys one after the other. */
  fairnessKey?: string;
  /** Limit of the wait before its program starts; none if absent. */
  queueLimit?: QueueLimit;
}

export type SandboxStatus = 'succeeded' | 'failed' | 'timed_out' | 'out_of_memory' | 'cancelled';

export interface SandboxResult {
  /** Name of the engine that ran it, if several could have run it. */
  engine?: string;
  /** Messages for the user about what the engine could not provide. */
  notices?: readonly string[];
  status: SandboxStatus;
  /** The program's exit code; null if a signal ended it or it never started. */
  exitCode: number | null;
  /** The signal that ended the program, such as `SIGKILL`; null if it exited on its own. */
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
  /** New or changed regular files of the working directory, without the program itself, by path. */
  files: SandboxFile[];
  /** The number of further files, by the reason why they were omitted. */
  filesOmitted: OmittedFiles;
}

export type OutputStream = 'stdout' | 'stderr';

export interface RunHooks {
  /** Called with output up to the cap, in order within a stream. A chunk may end at any byte. */
  onOutput: (stream: OutputStream, chunk: Uint8Array) => void;
  /**
   * Called with output past the first half of the cap, of a job with `tailBytes`, in order. `at` is the position of the
   * chunk in its stream, in bytes. If it is beyond the end of the previous chunk, the bytes between were dropped. Nothing
   * is missing after the last chunk, except in a run whose sandbox was killed.
   */
  onTail?: (stream: OutputStream, at: number, chunk: Uint8Array) => void;
  /** The owner of a network by rule; required with one. */
  network?: EgressHooks;
  /** Called when the program of a job with `opensStdin` has started. Input that it does not read is dropped at its end. */
  onInput?: (input: ProgramInput) => void;
  /** Called when the job leaves the queue, before its program starts. */
  onStarted?: () => void;
  /** Cancels the run when it aborts. No process of the run is alive 1 s later. */
  signal: AbortSignal;
}

export interface EngineStatus {
  /** `docker`, `embedded`, `kubernetes`. */
  name: string;
  status: 'ready' | 'starting' | 'building_image' | 'unavailable';
  /** Where its sandboxes run. It never changes, also if the engine is unavailable. */
  place: EngineLocation;
  /** Name of the cluster and its namespace for people, such as `prod-eu, namespace tools`; required for a cluster. */
  cluster?: string;
  reason?: string;
  nextStep?: string;
}

/** Result of the searches for an engine that must be installed. */
export interface EngineTrace {
  /** True if this machine has such an engine, also if it does not answer. */
  isSeen: boolean;
  /** When it was found, by performance.now(), if it may become ready soon. */
  startingSince?: number;
}

export interface LanguageStatus {
  id: string;
  name: string;
  /** The version that the image reports; null while there is no image. */
  version: string | null;
  aliases: readonly string[];
  /** With the dot: `.py`. */
  fileExtension: string;
  /** `pip`, `npm`, or null where the language has no package list. */
  packageManager: string | null;
  available: boolean;
}

/** A kind of warm sandbox: one language with one package layer, or with none. */
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
  /** Finds the engine, removes what an earlier daemon of this instance left, and builds the image if it is missing. */
  start(): Promise<void>;
  /** Prepares a stop: removes the warm sandboxes and boots no further ones. Runs continue. */
  windDown(): void;
  /** Cancels all runs and removes every container of this instance. */
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
  /** The package layers of the engine that would run the next program; absent if it has no packages. */
  readonly layers?: LayerStore | undefined;
  /** Sandboxes that live until they are deleted; absent if the engine that would run the next program has none. */
  readonly sandboxes?: LiveSandboxes | undefined;
  /** Sets the listener that is called with a layer which a job requested and which no longer exists. */
  onLayerMissing?(listener: (id: string) => void): void;
}

/** Output limit per stream, in bytes. The result reports whether it was exceeded. */
export const outputCapBytes = 1024 * 1024;
/** Size of each half of the output if a run keeps both ends, in bytes. */
export const outputHalfBytes = outputCapBytes / 2;

/** Returns how many bytes of each stream are passed to `onOutput`. */
export function outputCapOf({ tailBytes }: Pick<SandboxJob, 'tailBytes'>): number {
  return tailBytes === undefined ? outputCapBytes : outputHalfBytes;
}

export const resultFilesCap = { count: 32, totalBytes: 16 * 1024 * 1024 } as const;
