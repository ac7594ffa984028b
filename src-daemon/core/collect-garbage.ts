import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: { type: 'major'; flavor: 'last-resort' } | { type: 'minor' }) => void;

let collect: CollectGarbage | undefined;

/** V8's collection for a process that is short of memory: it also releases the pages, which the regular one keeps. */
export function collectAllGarbage(): void {
  collect ??= findCollector();
  collect({ type: 'major', flavor: 'last-resort' });
}

const youngStepBytes = 8 * 1024 * 1024;

/**
 * Returns a function that is called with the number of bytes of each buffer that has passed through. It collects the newest
 * garbage every 8 MiB, which takes about a millisecond; V8 on its own lets some 64 MiB of buffers collect first.
 */
export function createBufferCollector(): (bytes: number) => void {
  let passedBytes = 0;
  return (bytes) => {
    passedBytes += bytes;
    if (passedBytes < youngStepBytes) return;
    passedBytes = 0;
    collect ??= findCollector();
    collect({ type: 'minor' });
  };
}

/** `gc` is a global of those contexts alone that are made while the flag is set. */
function findCollector(): CollectGarbage {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('gc') as CollectGarbage;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
