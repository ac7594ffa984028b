import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

/** Reads a small JSON file. Returns the fallback if there is none, or if it is not valid. */
export function readKept<T>(path: string, schema: z.ZodType<T>, fallback: T): T {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return fallback;
  }
}

/** Writes a file atomically (0600). Ignores a failure, because the file has only preferences. */
export function writeKept(path: string, content: unknown): void {
  const draft = `${path}.${process.pid}.draft`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${JSON.stringify(content)}\n`, { mode: 0o600 });
    renameSync(draft, path);
  } catch {
    // The preferences are lost; no report is needed.
  }
}
