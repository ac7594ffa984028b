import { type Change, createChange } from '../../change.ts';
import type { Pod } from '../link/pod.ts';
import type { PodEvent } from '../link/watch.ts';

/** The name of the only container of a pod. */
export const containerName = 'sandbox';

/**
 * The reason why a container no longer runs. `out_of_memory`: the kernel killed init. `evicted`: the cluster ended the pod,
 * for example because its node was drained or its lifetime is over. `deleted`: the pod no longer exists.
 */
export type PodEnd = 'exited' | 'out_of_memory' | 'evicted' | 'deleted';

/** Reports of the cluster about one pod. */
export interface PodReport {
  /** The last state of the pod. */
  readonly pod: Pod;
  /** Undefined while the container may still run. */
  readonly end: PodEnd | undefined;
  /** True if the pod no longer exists. */
  readonly isRemoved: boolean;
  /** Resolves at the next report, after a time in ms, or when the signal aborts. Never rejects. */
  next(limitMs: number, signal: AbortSignal): Promise<void>;
  /** Stops following the pod. */
  forget(): void;
}

/** Sorts the changes of a watch by pod. */
export interface PodReports {
  add(event: PodEvent): void;
  /** Follows a pod that was created just now. The watch may have reported it already. */
  follow(created: Pod): PodReport;
}

interface Entry {
  pod: Pod;
  end: PodEnd | undefined;
  isRemoved: boolean;
  change: Change;
}

/** A watch can be this many pods ahead of the answers that created them. */
const recentCap = 1000;

export function createPodReports(): PodReports {
  const followed = new Map<string, Entry>();
  /** The last events of pods that nothing follows yet, the oldest first. */
  const early = new Map<string, PodEvent>();

  function add(event: PodEvent): void {
    const { uid } = event.pod;
    const entry = followed.get(uid);
    if (entry !== undefined) {
      apply(entry, event);
      return;
    }
    early.delete(uid);
    early.set(uid, event);
    const [oldest] = early.keys();
    if (early.size > recentCap && oldest !== undefined) early.delete(oldest);
  }

  function follow(created: Pod): PodReport {
    const entry: Entry = { pod: created, end: undefined, isRemoved: false, change: createChange() };
    followed.set(created.uid, entry);
    const event = early.get(created.uid);
    if (event !== undefined) apply(entry, event);
    early.delete(created.uid);
    return {
      get pod() {
        return entry.pod;
      },
      get end() {
        return entry.end;
      },
      get isRemoved() {
        return entry.isRemoved;
      },
      next: (limitMs, signal) => nextWithin(entry.change, limitMs, signal),
      forget: () => void followed.delete(created.uid),
    };
  }

  return { add, follow };
}

async function nextWithin(change: Change, limitMs: number, signal: AbortSignal): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitMs);
  await change.next([late.signal, signal]);
  clearTimeout(timer);
}

function apply(entry: Entry, { type, pod }: PodEvent): void {
  entry.pod = pod;
  const seen = endOf(pod);
  // A reason that was reported stays: the removal of the pod follows every end.
  const isReason = entry.end === undefined || entry.end === 'exited';
  if (seen !== undefined && isReason) entry.end = seen;
  if (type === 'deleted') {
    entry.end ??= 'deleted';
    entry.isRemoved = true;
  }
  entry.change.notify();
}

/** Returns why the container of a pod no longer runs; undefined while it may still run. */
export function endOf({ phase, reason, containers }: Pod): PodEnd | undefined {
  const container = containers.find(({ name }) => name === containerName);
  if (container?.reason === 'OOMKilled') return 'out_of_memory';
  if (phase === 'Failed' && reason !== undefined) return 'evicted';
  if (container?.state === 'terminated' || phase === 'Succeeded' || phase === 'Failed') return 'exited';
  return undefined;
}
