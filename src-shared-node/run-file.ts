import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { base64Of } from '../src-shared/fields.ts';
import { isPrivateFile, isPrivateFolder } from './private-file.ts';

export const runFile = z.object({
  pid: z.int().positive(),
  port: z.int().min(1).max(65_535),
  /** The Unix socket, or on Windows the named pipe; versions up to 0.1.0 have none. */
  socketPath: z.string().min(1).max(4096).exactOptional(),
  version: z.string(),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  /** Base64 of 32 random bytes of this start. They prove the daemon's identity to a client, and decrypt nothing. */
  proofKey: base64Of(32),
});

/** File in which a running daemon records how clients of the same user reach it (0600). */
export type RunFile = z.infer<typeof runFile>;

/** Another user may have read or written the run file, or can reach the socket, so its content cannot be trusted. */
export class ExposedRunFileError extends Error {
  constructor(path: string) {
    super(`${path} can be read by others or belongs to another user. Remove it and start Strongroom again.`);
    this.name = 'ExposedRunFileError';
  }
}

/**
 * Reads the run file. Returns undefined if there is none or it is being written.
 * @throws ExposedRunFileError if other users can access the file or its folder
 */
export function readRunFile(path: string): RunFile | undefined {
  const found = isPrivateFile(path);
  if (found === undefined) return undefined;
  if (!found) throw new ExposedRunFileError(path);
  if (!isPrivateFolder(dirname(path))) throw new ExposedRunFileError(dirname(path));
  try {
    return runFile.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
