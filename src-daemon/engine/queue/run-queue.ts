import { AppError } from '../../core/app-error.ts';
import { createFairQueue } from '../../core/fair-queue.ts';
import { createStartWait, type QueueLimit, queueTimeout, retryAfterSeconds, type StartWait } from './start-wait.ts';

export interface RunQueueLimits {
  /** Runs at once. */
  concurrency: number;
  /** MiB that the runs at once may use together; a larger one runs alone. */
  memoryMb: number;
  /** Runs of one key that may wait while no others do; for those of others there is a third more. */
  waiting: number;
}

export interface Arrival {
  /** Runs of one key (an account) take turns with those of the others. */
  fairnessKey?: string | undefined;
  memoryMb: number;
  queueLimit?: QueueLimit | undefined;
}

export interface Ticket extends Arrival {
  signal: AbortSignal;
}

export interface RunQueue {
  /**
   * @throws AppError `queue_full` when `enter` would for this key, in this tick; `queue_timeout` when the run would
   * surely wait longer than its limit
   */
  admit(arrival: Arrival): void;
  /** Begins the wait of a run, from its arrival to its sandbox; `enter` is a part of it. */
  startWait(job: Pick<Arrival, 'fairnessKey' | 'queueLimit'>, signal: AbortSignal): StartWait;
  /**
   * Waits for a slot; the answer gives it back.
   * @throws AppError `queue_full` at once when too many wait; the signal's reason when it aborts first
   */
  enter(ticket: Ticket): Promise<() => void>;
  setLimits(limits: Pick<RunQueueLimits, 'concurrency' | 'memoryMb'>): void;
}

/** The time of a run varies: only an estimate this many times the limit refuses a run before it has waited. */
const sureFactor = 2;

interface Waiting extends Claim {
  admit: () => void;
}

/**
 * A bounded queue in front of the sandboxes. One key cannot have all waiting places. Once a second key was seen and there
 * are four slots or more, one key cannot have all slots either, so that its long runs do not hold up those of others; an
 * account that is alone has the whole machine. A large run that waits for memory is not overtaken.
 */
export function createRunQueue(initial: RunQueueLimits): RunQueue {
  const limits = { ...initial };
  const waiting = createFairQueue<Waiting>({ aloneAtMost: initial.waiting });
  const slots = createSlots(limits, admitNext);

  function admit(arrival: Arrival): void {
    const { fairnessKey = '', memoryMb, queueLimit } = arrival;
    refuseWhenFull(fairnessKey);
    if (queueLimit === undefined || (waiting.length === 0 && slots.fit({ fairnessKey, memoryMb }))) return;
    const waitMs = estimateMs(fairnessKey);
    if (waitMs > queueLimit.maxMs * sureFactor) throw queueTimeout(queueLimit.maxMs, waitMs);
  }

  function refuseWhenFull(key: string): void {
    if (waiting.hasPlace(key)) return;
    throw queueFull({ own: waiting.lengthOf(key), all: waiting.length, usualMs: slots.usualMs() }, limits);
  }

  /** How long a run of the key that finds no free slot waits for one, by recent runs. */
  function estimateMs(key: string): number {
    return ((waiting.aheadOf(key) + 1) * slots.usualMs()) / limits.concurrency;
  }

  async function enter({ signal, fairnessKey = '', memoryMb }: Ticket): Promise<() => void> {
    const claim = { fairnessKey, memoryMb };
    signal.throwIfAborted();
    slots.meet(fairnessKey);
    if (waiting.length === 0 && slots.fit(claim)) return slots.take(claim);
    refuseWhenFull(fairnessKey);
    const turn = Promise.withResolvers<() => void>();
    const entry: Waiting = { ...claim, admit: () => turn.resolve(slots.take(claim)) };
    const leave = () => {
      waiting.drop(entry);
      turn.reject(signal.reason);
      admitNext();
    };
    signal.addEventListener('abort', leave, { once: true });
    waiting.push(entry);
    admitNext();
    return turn.promise.finally(() => signal.removeEventListener('abort', leave));
  }

  function admitNext(): void {
    for (let entry = nextEntry(); entry !== undefined; entry = nextEntry()) {
      waiting.take(entry);
      entry.admit();
    }
  }

  /** The run whose turn it is, if it fits. A key that has its share of the slots misses its turn. */
  function nextEntry(): Waiting | undefined {
    for (const entry of waiting.firsts()) {
      if (slots.hasShare(entry)) return slots.fit(entry) ? entry : undefined;
    }
    return undefined;
  }

  function setLimits(next: Pick<RunQueueLimits, 'concurrency' | 'memoryMb'>): void {
    Object.assign(limits, next);
    admitNext();
  }

  return {
    admit,
    startWait: ({ fairnessKey = '', queueLimit }, signal) =>
      createStartWait(queueLimit, signal, () => estimateMs(fairnessKey)),
    enter,
    setLimits,
  };
}

interface Claim {
  fairnessKey: string;
  memoryMb: number;
}

interface Slots {
  /** Notes that there is such a key. */
  meet(key: string): void;
  /** Returns true if the key may have one more slot, and so much more memory, of those that there are. */
  hasShare(claim: Claim): boolean;
  /** Returns true if the run can begin now. */
  fit(claim: Claim): boolean;
  take(claim: Claim): () => void;
  /** How long a run has held its slot lately. */
  usualMs(): number;
}

interface Use {
  count: number;
  memoryMb: number;
}

function createSlots(limits: RunQueueLimits, onFree: () => void): Slots {
  const all: Use = { count: 0, memoryMb: 0 };
  const byKey = new Map<string, Use>();
  let firstKey: string | undefined;
  let hasOneKey = true;
  let usualMs = 500;

  function meet(key: string): void {
    firstKey ??= key;
    if (key !== firstKey) hasOneKey = false;
  }

  function hasShare({ fairnessKey, memoryMb }: Claim): boolean {
    const own = byKey.get(fairnessKey);
    if (own === undefined || hasOneKey) return true;
    const mostCount = limits.concurrency - Math.floor(limits.concurrency / 4);
    return own.count < mostCount && own.memoryMb + memoryMb <= limits.memoryMb * 0.75;
  }

  function fit(claim: Claim): boolean {
    if (all.count === 0) return true;
    const isFree = all.count < limits.concurrency && all.memoryMb + claim.memoryMb <= limits.memoryMb;
    return isFree && hasShare(claim);
  }

  function take({ fairnessKey, memoryMb }: Claim): () => void {
    const startedAt = performance.now();
    const own = byKey.get(fairnessKey) ?? { count: 0, memoryMb: 0 };
    byKey.set(fairnessKey, own);
    for (const use of [all, own]) {
      use.count++;
      use.memoryMb += memoryMb;
    }
    return () => {
      for (const use of [all, own]) {
        use.count--;
        use.memoryMb -= memoryMb;
      }
      if (own.count === 0) byKey.delete(fairnessKey);
      usualMs = usualMs * 0.8 + (performance.now() - startedAt) * 0.2;
      onFree();
    };
  }

  return { meet, hasShare, fit, take, usualMs: () => usualMs };
}

interface Fullness {
  own: number;
  all: number;
  usualMs: number;
}

function queueFull({ own, all, usualMs }: Fullness, limits: RunQueueLimits): AppError {
  return new AppError('queue_full', `${own} runs of this account are waiting already, ${all} of all accounts.`, {
    retryAfterSeconds: retryAfterSeconds((all * usualMs) / limits.concurrency),
  });
}
