import recheck from 'recheck';
import type { Pattern } from './find-patterns.ts';

/**
 * An expression whose check takes longer is reported. The native checker takes 2 s for all, the one in JavaScript 20. The
 * checker's own limits of time are off and its limits of steps stay, so that a busy machine changes no result.
 */
const limits = { timeout: 120_000, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

const known = new Map<string, string | undefined>();

/** Returns how the time of an expression grows if that is more than linear. */
export function timeOf({ source = '', flags }: Pattern): string | undefined {
  const key = `${flags}/${source}`;
  if (!known.has(key)) known.set(key, check(source, flags));
  return known.get(key);
}

function check(source: string, flags: string): string | undefined {
  const result = recheck.checkSync(source, flags, limits);
  if (result.status === 'safe') return undefined;
  if (result.status === 'unknown') return `cannot be checked (${result.error.kind})`;
  const { type, summary } = result.complexity;
  return `takes ${type === 'exponential' ? 'exponential' : summary} time, for example on ${result.attack.pattern}`;
}
