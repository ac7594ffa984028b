import type { Engine, EngineTrace, RunHooks, SandboxJob } from './engine.ts';
import type { Language } from './languages/languages.ts';
import type { QueueFront, RunQueueLimits } from './queue/run-queue.ts';
import type { StartWait } from './queue/start-wait.ts';
import type { RunRecord } from './run.ts';

/** A job that `checkJob` has accepted. */
export interface CheckedJob {
  job: SandboxJob;
  language: Language;
}

/** The slot of a run. */
export interface RunSlot {
  /** Its wait for a sandbox, which its request may limit. */
  wait: StartWait;
  /** Ends the time in the queue: the run has its slot and what makes its sandbox. Later calls do nothing. */
  leaveQueue(): void;
}

/** An engine below the queue: it runs each job in the slot that the job has. */
export interface Runner extends Omit<Engine, 'admit' | 'run'> {
  /** Its name in results. */
  readonly name: string;
  /**
   * Checks that this engine can run a job. Returns the memory that the run takes, in MiB.
   * @throws AppError `engine_unavailable`, `language_not_installed`, `language_needs_docker`, `memory_needs_docker`
   */
  check(checked: CheckedJob): number;
  /**
   * Runs a job in a sandbox of its own, and calls `leaveQueue` of its slot before its program starts.
   * @throws AppError `engine_unavailable`, `language_not_installed`, `packages_unavailable`; the reason of a signal
   */
  run(checked: CheckedJob, hooks: RunHooks, slot: RunSlot): Promise<RunRecord>;
  /** Returns messages for the user about what the engine could not provide for a job. */
  noticesOf(job: SandboxJob): readonly string[];
  /** Replaces the sandboxes that runs have taken. */
  refill(): void;
  /** Returns what the engine can run at once. */
  limits(): Pick<RunQueueLimits, 'concurrency' | 'memoryMb'>;
  /** Returns the result of the searches; absent for an engine that needs no installation. */
  trace?(): EngineTrace;
  /** Calls the listener after each change of the status, the trace or the limits; absent if no limit changes. */
  onChange?(listener: () => void): void;
}

/** Creates an engine below a queue. */
export type MakeRunner<R extends Runner = Runner> = (front: QueueFront) => R;
