import { createFairQueue, type FairQueue } from '../../core/fair-queue.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Claim } from './claim.ts';
import { createHeldCapacity, type HeldCapacity } from './held-capacity.ts';
import { createSlots, type Slots } from './slots.ts';
import { createStartWait, type QueueLimit, queueTimeout, retryAfterSeconds, type StartWait } from './start-wait.ts';

export interface RunQueueLimits {
  /** Limit of simultaneous runs. */
  concurrency: number;
  /** Memory limit of all simultaneous runs together, in MiB. A run that requires more runs alone. */
  memoryMb: number;
  /** Limit of the waiting runs of one key while no other key waits. For all keys together it is a third higher. */
  waiting: number;
}

/** Until an engine says what it can run at once. */
export const firstLimits = { concurrency: 4, memoryMb: 4096 };

export interface Arrival {
  /** Runs of different keys (accounts) are started one after the other. */
  fairnessKey?: string | undefined;
  memoryMb: number;
  queueLimit?: QueueLimit | undefined;
  /** True for a live sandbox, which holds its slot and memory while it does nothing. */
  isHeld?: boolean;
}

/** One run in the queue, from its admission to its end. */
export interface QueueEntry {
  /** Waits for a slot. Call it once. @throws the signal's reason if it aborts first */
  waitForSlot(signal: AbortSignal): Promise<void>;
  /**
   * Changes the memory of a run that has its slot. Waits until the limits allow that, which may have become lower, before
   * all runs that wait for their first slot.
   * @throws the signal's reason if it aborts first
   */
  changeMemory(memoryMb: number, signal: AbortSignal): Promise<void>;
  /** Frees the slot, or leaves the queue. Call it at the end of every run; later calls do nothing. */
  leave(): void;
}

export interface RunQueue {
  /**
   * Adds a run to the queue, or reserves a slot for it if one is free.
   * @throws AppError `queue_full`; `queue_timeout` if the run would surely wait longer than its limit;
   * `sandbox_capacity_full`
   */
  admit(arrival: Arrival): QueueEntry;
  /** Begins the wait of a run, from its arrival to its sandbox; `waitForSlot` is a part of it. */
  startWait(job: Pick<Arrival, 'fairnessKey' | 'queueLimit'>, signal: AbortSignal): StartWait;
  setLimits(limits: Pick<RunQueueLimits, 'concurrency' | 'memoryMb'>): void;
}

/** The queue above the engines, as an engine and its runs see it. */
export interface QueueFront {
  queue: RunQueue;
  /** Aborts when the engines stop. */
  stopped: AbortSignal;
}

/** The duration of runs varies, so a run is refused in advance only if its estimated wait is this many times its limit. */
const sureFactor = 2;

interface Waiting extends Claim {
  start: () => void;
}

/**
 * A bounded queue in front of the sandboxes. One key cannot take all waiting places. If a second key was seen and there
 * are four slots or more, one key cannot take all slots either, so that its long runs do not delay those of others; an
 * account that is alone has the whole machine. A large run that waits for memory is not overtaken.
 */
export function createRunQueue(initial: RunQueueLimits): RunQueue {
  const limits = { ...initial };
  const waiting = createFairQueue<Waiting>({ maxAlone: initial.waiting });
  /** Runs that had a slot and wait for memory. */
  const moved = new Set<Waiting>();
  const slots = createSlots(limits, startNext);
  const heldCapacity = createHeldCapacity(limits);

  function admit({ fairnessKey = '', memoryMb, queueLimit, isHeld = false }: Arrival): QueueEntry {
    const entry = createEntry({ fairnessKey, memoryMb, isHeld }, { slots, heldCapacity, waiting, moved, startNext });
    const isFree = waiting.length === 0 && moved.size === 0 && slots.fit(entry);
    if (!isFree) requireCapacity(fairnessKey, queueLimit);
    if (isHeld) heldCapacity.reserve(entry);
    if (isFree) entry.start();
    else {
      waiting.push(entry);
      startNext();
    }
    return entry;
  }

  function requireCapacity(key: string, queueLimit: QueueLimit | undefined): void {
    if (!waiting.hasCapacity(key))
      throw queueFull({ own: waiting.lengthOf(key), all: waiting.length, averageMs: slots.averageMs() }, limits);
    if (queueLimit === undefined) return;
    const waitMs = estimateMs(key);
    if (waitMs > queueLimit.maxMs * sureFactor) throw queueTimeout(queueLimit.maxMs, waitMs);
  }

  /** Returns how long a run of the key that finds no free slot waits for one, by recent runs. */
  function estimateMs(key: string): number {
    return ((waiting.aheadOf(key) + 1) * slots.averageMs()) / limits.concurrency;
  }

  function startNext(): void {
    for (let entry = nextEntry(); entry !== undefined; entry = nextEntry()) {
      if (!moved.delete(entry)) waiting.take(entry);
      entry.start();
    }
  }

  /** Returns the next run, if it fits. Runs that had a slot come first. A key that has its share of the slots is skipped. */
  function nextEntry(): Waiting | undefined {
    for (const entry of [...moved, ...waiting.firsts()]) {
      if (slots.hasShare(entry)) return slots.fit(entry) ? entry : undefined;
    }
    return undefined;
  }

  function setLimits(next: Pick<RunQueueLimits, 'concurrency' | 'memoryMb'>): void {
    Object.assign(limits, next);
    startNext();
  }

  return {
    admit,
    startWait: ({ fairnessKey = '', queueLimit }, signal) =>
      createStartWait(queueLimit, signal, () => estimateMs(fairnessKey)),
    setLimits,
  };
}

interface EntryContext {
  slots: Slots;
  heldCapacity: HeldCapacity;
  waiting: FairQueue<Waiting>;
  moved: Set<Waiting>;
  startNext: () => void;
}

/** Creates an entry that waits, and is not in the queue yet. */
function createEntry(
  claim: Claim,
  { slots, heldCapacity, waiting, moved, startNext }: EntryContext,
): Waiting & QueueEntry {
  let slot = Promise.withResolvers<void>();
  let state: 'waiting' | 'started' | 'left' = 'waiting';
  let startedAt: number | undefined;
  const start = () => {
    state = 'started';
    slots.take(entry);
    slot.resolve();
  };
  const leave = () => {
    const previous = state;
    state = 'left';
    if (claim.isHeld && previous !== 'left') heldCapacity.release(claim);
    if (previous === 'started') slots.free(entry, startedAt);
    if (previous !== 'waiting') return;
    if (!moved.delete(entry)) waiting.drop(entry);
    startNext();
  };
  const waitForSlot = async (signal: AbortSignal) => {
    signal.throwIfAborted();
    slots.meet(claim.fairnessKey);
    if (state === 'waiting') await waitFor(slot, signal, leave);
    startedAt = performance.now();
  };
  const changeMemory = async (memoryMb: number, signal: AbortSignal) => {
    signal.throwIfAborted();
    if (state !== 'started') return;
    const previous = { ...entry };
    entry.memoryMb = memoryMb;
    slot = Promise.withResolvers();
    state = 'waiting';
    moved.add(entry);
    // Starts it again at once, if the limits allow that.
    slots.free(previous, undefined);
    await waitFor(slot, signal, leave);
  };
  const entry = { ...claim, start, waitForSlot, changeMemory, leave };
  return entry;
}

/** Resolves when the run has its slot. Calls `leave` and rejects if the signal aborts first. */
function waitFor(slot: PromiseWithResolvers<void>, signal: AbortSignal, leave: () => void): Promise<void> {
  const onAbort = () => {
    leave();
    slot.reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return slot.promise.finally(() => signal.removeEventListener('abort', onAbort));
}

interface Fullness {
  own: number;
  all: number;
  averageMs: number;
}

function queueFull({ own, all, averageMs }: Fullness, limits: RunQueueLimits): AppError {
  const message =
    `The queue is full: ${own} runs of this account are waiting, and ${all} of all accounts. ` +
    'Send the run again after the time in Retry-After.';
  return new AppError('queue_full', message, {
    retryAfterSeconds: retryAfterSeconds((all * averageMs) / limits.concurrency),
  });
}
