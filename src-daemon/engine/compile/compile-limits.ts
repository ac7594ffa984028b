import { outputCapBytes } from '../engine.ts';

/**
 * A compile step's own limits: the run's are for the program. What a compiler writes counts as memory, and the memory
 * limit is the first that it meets: the kernel reports that one, and a refused write it does not. How large a file may
 * be is checked when the compiler has ended.
 */
export const compileLimits = {
  memoryMb: 512,
  pids: 128,
  timeoutMs: 60_000,
  /** What goes on to the program's sandbox. */
  files: { count: 1024, totalBytes: 64 * 1024 * 1024 },
  /** Of /work and /tmp each, and of one file. */
  scratchMb: 4096,
  /** The rest of a run's cap is for a line of our own. */
  outputCapBytes: outputCapBytes - 4096,
} as const;
