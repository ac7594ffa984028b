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
  /** Base64; 32 random bytes of this start: they prove the daemon to a client and open nothing. */
  proofKey: base64Of(32),
});

/** What a running daemon leaves for the clients of the same user (0600). */
export type RunFile = z.infer<typeof runFile>;

/** Another user could have written or read the run file, or can reach the socket: nothing there may be believed. */
export class ExposedRunFileError extends Error {
  constructor(path: string) {
    super(`${path} can be read by others or is not yours; remove it and start Strongroom again.`);
    this.name = 'ExposedRunFileError';
  }
}

/**
 * The run file; undefined when there is none or it is being written.
 * @throws ExposedRunFileError unless it is this user's alone, in a folder that is
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
