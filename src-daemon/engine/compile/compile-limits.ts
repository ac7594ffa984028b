import { outputCapBytes, type SandboxJob } from '../engine.ts';
import type { Language } from '../languages/languages.ts';

/**
 * The limits of a compile step; those of the run hold for the program. The files of a compiler count as memory, and the
 * memory limit is lower than the limit of /work and /tmp: the kernel reports an exceeded memory limit, but not a refused
 * write. The size of the files is checked after the compiler has exited.
 */
export const compileLimits = {
  memoryMb: 512,
  pids: 128,
  timeoutMs: 60_000,
  /** Limits of the files that are passed to the program's sandbox. */
  files: { count: 1024, totalBytes: 64 * 1024 * 1024 },
  /** Size limit of /work, of /tmp and of one file. */
  scratchMb: 4096,
  /** The rest of a run's cap is reserved for the line that names the reason of a failure. */
  outputCapBytes: outputCapBytes - 4096,
} as const;

/** Returns the memory of a run in MiB. The compile step and the program run one after the other, so the larger counts. */
export function memoryOfRun({ memoryMb }: Pick<SandboxJob, 'memoryMb'>, { compile }: Language): number {
  return compile === undefined ? memoryMb : Math.max(memoryMb, compileLimits.memoryMb);
}
