import type { RunHooks, SandboxJob, SandboxResult } from '../engine.ts';
import type { RunRecord } from '../run.ts';
import { cancelledResult, resultOf } from '../run-result.ts';
import type { Arrival, QueueEntry, RunQueue } from './run-queue.ts';
import type { StartWait } from './start-wait.ts';

/** What needs a slot, and what it needs beside the slot. */
interface SlotOrder<Ready> {
  queue: RunQueue;
  entry: QueueEntry;
  /** Aborts when the engine stops. */
  stopped: AbortSignal;
  /** Waits for what makes sandboxes: the connection of an engine, or the children of another. */
  makeReady: (signal: AbortSignal) => Promise<Ready>;
  /** Replaces what was taken. Called after the answer: a sandbox that boots would take processor time from it. */
  refill: () => void;
}

export interface Slot<Ready> {
  ready: Ready;
  /** The wait, which goes on until the work has its sandbox. */
  wait: StartWait;
  /** Aborts when the work is cancelled or the engine stops. */
  signal: AbortSignal;
  /** By performance.now(). */
  leftQueueAt: number;
}

export interface RunOrder<Ready> extends SlotOrder<Ready> {
  job: SandboxJob;
  hooks: RunHooks;
}

/**
 * Runs a job in a slot, for every engine, and frees the slot at its end. A run that is cancelled has a result; so has one
 * that the engine's stop ends.
 * @throws what `work` and `resultOf` throw; AppError `queue_timeout`
 */
export async function runInSlot<Ready>(
  order: RunOrder<Ready>,
  work: (slot: Slot<Ready>) => Promise<RunRecord>,
): Promise<SandboxResult> {
  const { entry, job, hooks, stopped } = order;
  const entered = enter(order, job, hooks.signal);
  const { signal, wait } = entered;
  try {
    const slot = await entered.slot();
    const queuedMs = wait.elapsedMs();
    hooks.onStarted?.();
    return resultOf(await work(slot), { queuedMs, leftQueueAt: slot.leftQueueAt }, job);
  } catch (error) {
    // A stop closes the connection too, and a run may notice that first.
    if (stopped.aborted || (signal.aborted && error === signal.reason)) return cancelledResult(wait.elapsedMs());
    throw error;
  } finally {
    entry.leave();
    entered.end();
  }
}

export interface HeldOrder<Ready> extends SlotOrder<Ready> {
  arrival: Pick<Arrival, 'fairnessKey' | 'queueLimit'>;
  signal: AbortSignal;
}

/**
 * Opens in a slot what holds it longer than the work: a live sandbox, which frees the slot itself. If the work fails, the
 * slot is freed.
 * @throws what `work` throws; the signal's reason; AppError `queue_timeout`
 */
export async function holdSlot<Ready, Result>(
  order: HeldOrder<Ready>,
  work: (slot: Slot<Ready>) => Promise<Result>,
): Promise<Result> {
  const entered = enter(order, order.arrival, order.signal);
  try {
    return await work(await entered.slot());
  } catch (error) {
    order.entry.leave();
    throw error;
  } finally {
    entered.end();
  }
}

/** Starts the wait of an order. `slot` resolves when it has a slot and what makes its sandbox. */
function enter<Ready>(
  { queue, entry, stopped, makeReady, refill }: SlotOrder<Ready>,
  arrival: HeldOrder<Ready>['arrival'],
  given: AbortSignal,
) {
  const signal = AbortSignal.any([given, stopped]);
  const wait = queue.startWait(arrival, signal);
  return {
    signal,
    wait,
    slot: async (): Promise<Slot<Ready>> => {
      await entry.waitForSlot(wait.signal);
      const ready = await makeReady(wait.signal);
      return { ready, wait, signal, leftQueueAt: performance.now() };
    },
    end: () => {
      wait.end();
      setImmediate(refill);
    },
  };
}
