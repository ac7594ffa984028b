import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const defaultLimitBytes = 16 * 2 ** 20;

/**
 * Keeps V8's young generation, where new objects are, at about a size. V8 doubles it while a program has much in hand, to
 * 128 MiB on a machine with memory to spare, most of it garbage. `--max-semi-space-size` counts at the start of a process
 * only; the factor of the growth counts each time.
 * @returns stops it
 */
export function limitYoungGeneration(limitBytes = defaultLimitBytes): () => void {
  let isLimited = false;
  const limit = (next: boolean) => {
    if (next !== isLimited) setFlagsFromString(`--semi-space-growth-factor=${next ? 1 : 2}`);
    isLimited = next;
  };
  // The generation grows and shrinks in collections.
  const observer = new PerformanceObserver(() => limit(youngBytes() >= limitBytes));
  observer.observe({ entryTypes: ['gc'] });
  return () => {
    observer.disconnect();
    limit(false);
  };
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
