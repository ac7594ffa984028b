import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { collectAllGarbage } from '../core/collect-garbage.ts';

export interface TrimLimits {
  /** Interval of the looks at the event loop. */
  lookMs: number;
  /** So many looks in a row must find the process at rest. */
  restLooks: number;
  /** At rest, the event loop works for less than this share of the time. */
  busyShare: number;
  /** Growth of the heap since the last trim that triggers the next one. */
  worthBytes: number;
}

const defaultLimits: TrimLimits = { lookMs: 5000, restLooks: 2, busyShare: 0.05, worthBytes: 12 * 2 ** 20 };

/**
 * Returns memory to the system when the process is at rest. V8 collects garbage when a program allocates: one that
 * rests after work keeps the garbage and the pages that its work needed, for hours. The collection takes some tens of
 * milliseconds, so it waits until the event loop rests, and for growth that is worth it.
 * @returns stops it
 */
export function startMemoryTrim(limits: TrimLimits = defaultLimits): () => void {
  const { lookMs, restLooks, busyShare, worthBytes } = limits;
  let last = performance.eventLoopUtilization();
  let looksAtRest = 0;
  let trimmedBytes = 0;

  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    looksAtRest = utilization < busyShare ? looksAtRest + 1 : 0;
    if (looksAtRest < restLooks || heapBytes() - trimmedBytes < worthBytes) return;
    looksAtRest = 0;
    const before = heapBytes();
    collectAllGarbage();
    const after = heapBytes();
    // After one that released much, another is worth it: finalizers and timers have released more by then.
    trimmedBytes = before - after > worthBytes ? 0 : after;
  }, lookMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The pages of the heap, and what its objects hold outside of it. */
function heapBytes(): number {
  const { total_physical_size: pages, external_memory: outside } = getHeapStatistics();
  return pages + outside;
}
