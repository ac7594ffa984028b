import type { RunHooks, SandboxJob, SandboxResult } from '../engine.ts';
import { cancelledResult, type RunTimes, resultOf } from '../run-result.ts';
import type { CheckedJob, Runner, RunSlot } from '../runner.ts';
import type { QueueEntry, QueueFront } from './run-queue.ts';
import type { StartWait } from './start-wait.ts';

/** Chooses the engine of each run. */
export interface EngineChoice {
  /** Returns the engine that would run the job now. */
  pick(job: SandboxJob): Runner;
  /** Waits while another engine may become ready soon. Ends early if the signal aborts, and never rejects. */
  settled(signal: AbortSignal): Promise<void>;
  /** Returns the engine that takes over a run which `runner` lost before it began; undefined if the run has failed. */
  substituteFor(runner: Runner, job: SandboxJob, error: unknown): Runner | undefined;
}

/** A job with its place in the queue. */
export interface AdmittedJob extends CheckedJob {
  /** The engine that has checked the job. */
  runner: Runner;
  entry: QueueEntry;
}

/**
 * Runs a job in a slot, at the engine that is chosen when it leaves the queue, and frees the slot at its end. If that
 * engine is lost before the run begins, another one takes it over in the same slot. A cancelled run has a result; so has
 * one that the engine's stop ends.
 * @throws what `Runner.check` and `Runner.run` throw; AppError `queue_timeout`
 */
export async function runInSlot(
  { queue, stopped, choice }: QueueFront & { choice: EngineChoice },
  { entry, job, language, runner: admittedBy }: AdmittedJob,
  given: RunHooks,
): Promise<SandboxResult> {
  const signal = AbortSignal.any([given.signal, stopped]);
  const wait = queue.startWait(job, signal);
  const { hooks, hasBegun } = watchBeginning({ ...given, signal });
  const { slot, times } = createSlot(wait, given);
  let runner = admittedBy;
  const moveTo = async (next: Runner) => {
    if (next !== runner) await entry.changeMemory(next.check({ job, language }), wait.signal);
    runner = next;
  };
  try {
    await entry.waitForSlot(wait.signal);
    await choice.settled(wait.signal);
    wait.signal.throwIfAborted();
    await moveTo(choice.pick(job));
    for (;;) {
      try {
        return describe(resultOf(await runner.run({ job, language }, hooks, slot), times(), job), { runner, job });
      } catch (error) {
        const other = signal.aborted || hasBegun() ? undefined : choice.substituteFor(runner, job, error);
        if (other === undefined) throw error;
        await moveTo(other);
      }
    }
  } catch (error) {
    // A stop closes the connection too, and a run may notice that first.
    const isCancelled = stopped.aborted || (signal.aborted && error === signal.reason);
    if (!isCancelled) throw error;
    return describe(cancelledResult(wait.elapsedMs()), { runner, job });
  } finally {
    entry.leave();
    wait.end();
    // After the answer: a sandbox that boots would take processor time from it.
    setImmediate(runner.refill);
  }
}

/** Creates the slot of a run, and reads its times after the run. */
function createSlot(wait: StartWait, { onStarted }: RunHooks): { slot: RunSlot; times: () => RunTimes } {
  let times: RunTimes | undefined;
  const leaveQueue = () => {
    if (times !== undefined) return;
    times = { queuedMs: wait.elapsedMs(), leftQueueAt: performance.now() };
    onStarted?.();
  };
  return {
    slot: { wait, leaveQueue },
    times: () => times ?? { queuedMs: wait.elapsedMs(), leftQueueAt: performance.now() },
  };
}

/** Returns hooks that note whether a run has printed, or could have taken input: it cannot be run again then. */
function watchBeginning(hooks: RunHooks): { hooks: RunHooks; hasBegun: () => boolean } {
  let hasBegun = false;
  const onOutput: RunHooks['onOutput'] = (stream, chunk) => {
    hasBegun = true;
    hooks.onOutput(stream, chunk);
  };
  const onInput: RunHooks['onInput'] = (input) => {
    hasBegun = true;
    hooks.onInput?.(input);
  };
  return { hooks: { ...hooks, onOutput, onInput }, hasBegun: () => hasBegun };
}

/** Adds the engine and its messages for the user to a result. */
function describe(result: SandboxResult, { runner, job }: { runner: Runner; job: SandboxJob }): SandboxResult {
  const notices = [...runner.noticesOf(job), ...(result.notices ?? [])];
  return { engine: runner.name, ...result, ...(notices.length > 0 && { notices }) };
}

export interface HeldOrder {
  entry: QueueEntry;
  arrival: Parameters<QueueFront['queue']['startWait']>[0];
  signal: AbortSignal;
  /** Replaces what was taken. */
  refill: () => void;
}

/** The slot of work that ends before its slot: both signals abort when the work is cancelled or the engine stops. */
export interface HeldSlot {
  /** The wait, which continues until the work has its sandbox. */
  wait: StartWait;
  signal: AbortSignal;
}

/**
 * Opens in a slot what holds it longer than the work: a live sandbox, which frees the slot itself. If the work fails, the
 * slot is freed.
 * @throws what `work` throws; the signal's reason; AppError `queue_timeout`
 */
export async function holdSlot<Result>(
  { queue, stopped }: QueueFront,
  { entry, arrival, signal: given, refill }: HeldOrder,
  work: (slot: HeldSlot) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.any([given, stopped]);
  const wait = queue.startWait(arrival, signal);
  try {
    await entry.waitForSlot(wait.signal);
    return await work({ wait, signal });
  } catch (error) {
    entry.leave();
    throw error;
  } finally {
    wait.end();
    setImmediate(refill);
  }
}
