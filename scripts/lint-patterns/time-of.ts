import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import recheck from 'recheck';
import { keptFilesFolder } from '../install/kept-files.mjs';
import type { Pattern } from './find-patterns.ts';

/**
 * An expression whose check takes longer is reported. The native checker takes 2 s for all, the one in JavaScript 50. The
 * checker's own limits of time are off and its limits of steps stay, so that a busy machine changes no result.
 */
const limits = { timeout: 120_000, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

/** The results of earlier checks, by the hash of the expression. The version of the checker is in the name. */
const { version }: { version: string } = createRequire(import.meta.url)('recheck/package.json');
const keptFile = join(keptFilesFolder(), `patterns-${version}.json`);
const known = new Map<string, string | null>(Object.entries(readKept()));
let isChanged = false;

/** Returns how the time of an expression grows if that is more than linear. */
export function timeOf({ source = '', flags }: Pattern): string | undefined {
  const key = createHash('sha256').update(`${flags}/${source}`).digest('base64url');
  const before = known.get(key);
  if (before !== undefined) return before ?? undefined;
  const result = check(source, flags);
  known.set(key, result ?? null);
  isChanged = true;
  return result;
}

/** Keeps the results for the next check. */
export function keepTimes(): void {
  if (!isChanged) return;
  const draft = `${keptFile}.${process.pid}`;
  try {
    mkdirSync(dirname(keptFile), { recursive: true });
    writeFileSync(draft, JSON.stringify(Object.fromEntries(known)));
    renameSync(draft, keptFile);
  } catch {
    // The next check takes longer.
    rmSync(draft, { force: true });
  }
}

function readKept(): Record<string, string | null> {
  try {
    return JSON.parse(readFileSync(keptFile, 'utf8'));
  } catch {
    // There is none yet, or it is damaged.
    return {};
  }
}

function check(source: string, flags: string): string | undefined {
  const result = recheck.checkSync(source, flags, limits);
  if (result.status === 'safe') return undefined;
  if (result.status === 'unknown') return `cannot be checked (${result.error.kind})`;
  const { type, summary } = result.complexity;
  return `takes ${type === 'exponential' ? 'exponential' : summary} time, for example on ${result.attack.pattern}`;
}
