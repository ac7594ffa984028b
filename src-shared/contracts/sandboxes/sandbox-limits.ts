const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Limits of sandboxes that live until they are deleted. */
export const sandboxLimits = {
  memoryMb: { min: 128, default: 512, max: 4096 },
  diskMb: { min: 64, default: 256, max: 2048 },
  /** Memory that a full disk leaves to programs. */
  memoryAboveDiskMb: 64,
  idleTimeoutMs: { min: 10_000, default: 15 * minuteMs, max: 24 * hourMs },
  lifetimeMs: { min: 10_000, default: 8 * hourMs, max: 7 * 24 * hourMs },
  /** Sandboxes of one account at the same time. */
  defaultPerAccount: 8,
  maxPerAccount: 32,
  metadataEntries: 16,
  metadataBytes: 4096,
  /** Processes and threads of one sandbox. */
  processes: 256,
  /** Cells that wait for one context. */
  waitingCells: 16,
  /** Time in which an ended sandbox is answered with `sandbox_ended`. */
  endedKeptMs: 10 * minuteMs,
  /** Text of one output stream that an answer has. */
  outputBytes: 1024 * 1024,
  /** Rich output of one cell. */
  richOutputBytes: 16 * 1024 * 1024,
  /** Rich outputs of one cell. */
  outputs: 1000,
  /** Text of each stream in the status of a process. */
  statusTailBytes: 64 * 1024,
  /** Entries in one list of a folder. */
  listedEntries: 10_000,
  /** Text of all paths and link targets in one list of a folder. */
  listedBytes: 4 * 1024 * 1024,
  listDepth: 32,
  waitMs: 600_000,
  timeoutMs: { min: 100, max: 24 * hourMs },
} as const;

/** Returns the size of the disk of a sandbox that requests none. */
export function defaultDiskMb(memoryMb: number): number {
  return Math.min(sandboxLimits.diskMb.default, memoryMb - sandboxLimits.memoryAboveDiskMb);
}
