import { AppError } from '../app-error.ts';
import { createFairLine } from './fair-line.ts';

export interface RunQueueLimits {
  /** Runs at once. */
  concurrency: number;
  /** MiB that the runs at once may use together; a larger one runs alone. */
  memoryMb: number;
  /** Runs that may wait. */
  waiting: number;
}

export interface Ticket {
  /** Runs of one key take turns with those of the others. */
  fairnessKey: string;
  memoryMb: number;
  signal: AbortSignal;
}

export interface RunQueue {
  /** @throws AppError `queue_full` when `enter` would, in this tick */
  admit(): void;
  /**
   * Waits for a place; the answer gives it back.
   * @throws AppError `queue_full` at once when too many wait; the signal's reason when it aborts first
   */
  enter(ticket: Ticket): Promise<() => void>;
  setLimits(limits: Pick<RunQueueLimits, 'concurrency' | 'memoryMb'>): void;
}

interface Waiting extends Ticket {
  admit: () => void;
}

/** A bounded queue in front of the sandboxes. Nobody overtakes a large run that waits for memory. */
export function createRunQueue(initial: RunQueueLimits): RunQueue {
  const limits = { ...initial };
  const line = createFairLine<Waiting>();
  const places = createPlaces(limits, admitNext);

  function admit(): void {
    if (line.length >= limits.waiting) throw queueFull(line.length, places.usualMs(), limits);
  }

  async function enter(ticket: Ticket): Promise<() => void> {
    ticket.signal.throwIfAborted();
    if (line.length === 0 && places.fit(ticket)) return places.take(ticket);
    if (line.length >= limits.waiting) throw queueFull(line.length, places.usualMs(), limits);
    const turn = Promise.withResolvers<() => void>();
    const entry: Waiting = { ...ticket, admit: () => turn.resolve(places.take(ticket)) };
    const leave = () => {
      line.drop(entry);
      turn.reject(ticket.signal.reason);
      admitNext();
    };
    ticket.signal.addEventListener('abort', leave, { once: true });
    line.push(entry);
    return turn.promise.finally(() => ticket.signal.removeEventListener('abort', leave));
  }

  function admitNext(): void {
    for (let entry = line.first(); entry !== undefined && places.fit(entry); entry = line.first()) {
      line.shift();
      entry.admit();
    }
  }

  function setLimits(next: Pick<RunQueueLimits, 'concurrency' | 'memoryMb'>): void {
    Object.assign(limits, next);
    admitNext();
  }

  return { admit, enter, setLimits };
}

interface Places {
  fit(ticket: Pick<Ticket, 'memoryMb'>): boolean;
  take(ticket: Pick<Ticket, 'memoryMb'>): () => void;
  /** How long a run has held its place lately. */
  usualMs(): number;
}

function createPlaces(limits: RunQueueLimits, onFree: () => void): Places {
  const taken = { count: 0, memoryMb: 0 };
  let usualMs = 500;

  function take(ticket: Pick<Ticket, 'memoryMb'>): () => void {
    const startedAt = performance.now();
    taken.count++;
    taken.memoryMb += ticket.memoryMb;
    return () => {
      taken.count--;
      taken.memoryMb -= ticket.memoryMb;
      usualMs = usualMs * 0.8 + (performance.now() - startedAt) * 0.2;
      onFree();
    };
  }

  return {
    fit: ({ memoryMb }) =>
      taken.count === 0 || (taken.count < limits.concurrency && taken.memoryMb + memoryMb <= limits.memoryMb),
    take,
    usualMs: () => usualMs,
  };
}

function queueFull(waiting: number, usualMs: number, limits: RunQueueLimits): AppError {
  const seconds = Math.ceil((waiting * usualMs) / limits.concurrency / 1000);
  return new AppError('queue_full', `${waiting} runs are waiting already.`, {
    retryAfterSeconds: Math.min(Math.max(seconds, 1), 60),
  });
}
