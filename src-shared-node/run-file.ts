import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isPrivateFile } from './private-file.ts';

export const runFile = z.object({
  pid: z.int().positive(),
  port: z.int().min(1).max(65_535),
  version: z.string(),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  /** Base64; 32 random bytes of this start: they prove the daemon to a client and open nothing. */
  proofKey: z.base64(),
});

/** What a running daemon leaves for the clients of the same user (0600). */
export type RunFile = z.infer<typeof runFile>;

/** Another user could have written or read the run file: nothing of it may be believed. */
export class ExposedRunFileError extends Error {
  constructor(path: string) {
    super(`${path} can be read by others or is not yours; remove it and start Strongroom again.`);
    this.name = 'ExposedRunFileError';
  }
}

/**
 * The run file; undefined when there is none or it is being written.
 * @throws ExposedRunFileError
 */
export function readRunFile(path: string): RunFile | undefined {
  const found = isPrivateFile(path);
  if (found === undefined) return undefined;
  if (!found) throw new ExposedRunFileError(path);
  try {
    return runFile.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
