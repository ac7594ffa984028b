import type { EgressHooks, EgressPolicy } from '../egress/policy.ts';
import type { ProgramInput } from '../wire/program-input.ts';
import type { QueueLimit } from './queue/start-wait.ts';

/**
 * The interface of sandboxes that live until they are deleted. Like engine.ts it knows nothing of HTTP, accounts and the
 * database. Paths are relative to the working directory, separated by `/`, without `.`, `..` or empty parts; the empty path
 * is the working directory itself.
 */

export interface LiveSandboxOptions {
  /** The id of the sandbox; the container is labelled with it. */
  id: string;
  /** The id of a language in the table; its kernel boots ahead of the first context. */
  language: string;
  /** The package layer that is mounted. */
  layer?: string | undefined;
  memoryMb: number;
  /** Size limit of the working directory and of one file; its pages count as memory. */
  diskMb: number;
  /** No network, the whole public network, or the connections that rules allow. */
  network: 'none' | 'full' | EgressPolicy;
  /** The owner of a network by rule; required with one. */
  networkHooks?: EgressHooks | undefined;
  /** The account. */
  fairnessKey: string;
  queueLimit?: QueueLimit | undefined;
}

export interface LiveSandboxes {
  /**
   * Creates a sandbox. Waits for a free slot like a run; the sandbox holds its slot and memory until it has ended.
   * @throws AppError `sandbox_capacity_full`, `queue_full`, `engine_unavailable`, `language_not_installed`,
   * `unknown_language`, `packages_unavailable`; the signal's reason
   */
  open(options: LiveSandboxOptions, signal: AbortSignal): Promise<LiveSandbox>;
}

/** The reason why a sandbox ended on its own. `stopped`: init exited; `out_of_memory`: the kernel killed init. */
export type LiveSandboxEnd = 'disposed' | 'stopped' | 'out_of_memory' | 'engine_lost';

/**
 * One live sandbox. After its end every call rejects with {@link SandboxEndedError}. A call that reaches the limit of 64
 * channels throws AppError `too_many_channels`.
 */
export interface LiveSandbox {
  /** Resolves when the sandbox has ended. Never rejects. */
  readonly ended: Promise<LiveSandboxEnd>;
  readonly startupMs: number;
  /** Starts a process. @throws StartError with the errno of execve, for example ENOENT */
  startProcess(options: ProcessOptions, listener: ProcessListener): Promise<LiveProcess>;
  /** Starts the kernel of a language. The first one of the sandbox's own language has booted already. @throws StartError */
  startKernel(options: KernelOptions, listener: KernelListener): Promise<LiveKernel>;
  /** @throws FileError */
  stat(path: string): Promise<Entry>;
  /** Lists a folder: depth 1 is its direct entries. At most 10,000; `isCut` says that there are more. @throws FileError */
  list(path: string, depth: number): Promise<{ entries: Entry[]; isCut: boolean }>;
  /** Creates a folder and its parents. @throws FileError */
  makeFolder(path: string): Promise<void>;
  /** @throws FileError; EEXIST if the target exists and may not be replaced */
  move(from: string, to: string, options: { replaces: boolean }): Promise<void>;
  /** Removes a file, a link, or a folder with everything in it. @throws FileError */
  remove(path: string): Promise<void>;
  /** Opens a regular file. The stream follows the reader; stop reading by ending the iterator. @throws FileError */
  readFile(
    path: string,
    range?: { offset: number; length?: number },
  ): Promise<{ entry: Entry; chunks: AsyncIterable<Uint8Array> }>;
  /**
   * Writes a regular file, which appears when it is complete. If `chunks` throws, the old file stays. Without `mode`, it has
   * the mode of a file that it replaces.
   * @throws FileError; EEXIST if `isNew` and the file exists, EACCES without `mode` if it is read-only, ENOSPC
   */
  writeFile(path: string, chunks: AsyncIterable<Uint8Array>, options: { isNew: boolean; mode?: number }): Promise<void>;
  /** Yields the changes below a folder until the signal aborts or the sandbox ends. @throws FileError */
  watch(path: string, options: { isRecursive: boolean; signal: AbortSignal }): Promise<AsyncIterable<WatchEvent>>;
  usage(): Promise<SandboxUsage>;
  /** Freezes all processes. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends all processes and removes the container; also works while it is paused. Resolves when it no longer exists. */
  dispose(): Promise<void>;
}

export interface ProcessOptions {
  /** The first is the absolute path of a program. */
  argv: readonly string[];
  /** Variables in addition to the base environment of the image. */
  env: Readonly<Record<string, string>>;
  /** Folder below the working directory. */
  cwd: string;
}

export interface ProcessListener {
  /** Called with all output in order. A returned promise delays further output, and thereby the program. */
  onOutput(stream: 'stdout' | 'stderr', chunk: Uint8Array): void | Promise<void>;
}

export interface ProcessEnd {
  exitCode: number | null;
  signal: string | null;
  durationMs: number;
  cpuMs: number;
  /** The kernel killed it because of the memory limit. */
  isOutOfMemory: boolean;
}

export interface LiveProcess extends ProgramInput {
  readonly pid: number;
  /** Resolves when the process has exited and its output was delivered. Rejects with {@link SandboxEndedError}. */
  readonly ended: Promise<ProcessEnd>;
  /**
   * Sends a signal to the process group.
   * @param signal number, for example 15; 128 more sends it to the process alone
   */
  signal(signal: number): void;
  /** Kills the process group. */
  kill(): void;
}

export interface KernelOptions {
  language: string;
  env: Readonly<Record<string, string>>;
  cwd: string;
}

export interface KernelListener extends ProcessListener {
  /** Called with bytes of the kernel's messages, after all output that preceded them. Not trusted, not framed. */
  onMessages(chunk: Uint8Array): void | Promise<void>;
}

/** `write` sends messages to the kernel; it has no standard input. */
export type LiveKernel = Omit<LiveProcess, 'endInput'>;

export type EntryType = 'file' | 'folder' | 'link' | 'other';

export interface Entry {
  path: string;
  type: EntryType;
  size: number;
  mode: number;
  /** Epoch ms. */
  modifiedAt: number;
  /** Target of a link, as it was written; it is never followed. */
  target?: string;
}

/** `lost`: events were dropped, so the folder must be read again. */
export interface WatchEvent {
  type: 'created' | 'modified' | 'deleted' | 'attributes' | 'lost';
  path: string;
}

export interface SandboxUsage {
  memoryBytes: number;
  /** The part of `memoryBytes` that the kernel takes back when programs need it; -1 if unknown. */
  memoryCacheBytes: number;
  memoryPeakBytes: number;
  pids: number;
  diskBytes: number;
  diskUsedBytes: number;
}

/** The sandbox has ended, or ended during the call. */
export class SandboxEndedError extends Error {
  override readonly name = 'SandboxEndedError';
  readonly reason: LiveSandboxEnd;
  constructor(reason: LiveSandboxEnd) {
    super(`the sandbox has ended: ${reason}`);
    this.reason = reason;
  }
}

/** An operation on a file was refused. */
export class FileError extends Error {
  override readonly name = 'FileError';
  /** Name of the errno: ENOENT, EEXIST, ELOOP (a link in the path), ENOTDIR, EISDIR, EINVAL (not a regular file), ENOSPC, … */
  readonly errno: string;
  constructor(errno: string) {
    super(`the file operation was refused: ${errno}`);
    this.errno = errno;
  }
}

/** A process could not be started. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly errno: string;
  constructor(errno: string) {
    super(`the process could not be started: ${errno}`);
    this.errno = errno;
  }
}
