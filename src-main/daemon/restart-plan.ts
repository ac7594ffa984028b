const windowMs = 120_000;
const limit = 5;
const firstDelayMs = 500;
const longestDelayMs = 15_000;

/**
 * Returns the delay after the newest of these crashes (epoch ms, oldest first): 0.5, 1, 2, 4 s, at most 15 s. Undefined
 * after five crashes within two minutes: then another start would not help.
 */
export function planRestart(crashedAt: readonly number[]): number | undefined {
  const newest = crashedAt.at(-1);
  if (newest === undefined) return 0;
  const recent = crashedAt.filter((at) => newest - at < windowMs).length;
  if (recent >= limit) return undefined;
  return Math.min(firstDelayMs * 2 ** (recent - 1), longestDelayMs);
}
