import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

/** What a small JSON file holds; the fallback where there is none, or none that is sound. */
export function readKept<T>(path: string, schema: z.ZodType<T>, fallback: T): T {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return fallback;
  }
}

/** Writes it whole or not at all (0600). A disk that takes nothing is no reason to stop: it holds comforts only. */
export function writeKept(path: string, content: unknown): void {
  const draft = `${path}.${process.pid}.draft`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${JSON.stringify(content)}\n`, { mode: 0o600 });
    renameSync(draft, path);
  } catch {
    // Nothing of it is worth a word.
  }
}
