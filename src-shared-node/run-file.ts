import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { decodeBase64 } from '../src-shared/formats/base64.ts';
import { isPrivateFile, isPrivateFolder } from './private-file.ts';

/** File in which a running daemon records how clients of the same user reach it (0600). */
export interface RunFile {
  pid: number;
  port: number;
  /** The Unix socket, or on Windows the named pipe; versions up to 0.1.0 have none. */
  socketPath?: string;
  version: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Base64 of 32 random bytes of this start. They prove the daemon's identity to a client, and decrypt nothing. */
  proofKey: string;
}

/** Returns the content of a run file; undefined for text of another form. Every command reads one, so it needs no schema. */
export function parseRunFile(text: string): RunFile | undefined {
  const { pid, port, socketPath, version, startedAt, proofKey } = parseFields(text);
  if (!isWithin(pid, Number.MAX_SAFE_INTEGER) || !isWithin(port, 65_535)) return undefined;
  if (typeof version !== 'string' || typeof startedAt !== 'string' || typeof proofKey !== 'string') return undefined;
  if (proofKey.length > 44 || decodeBase64(proofKey)?.length !== 32) return undefined;
  const known = { pid, port, version, startedAt, proofKey };
  if (socketPath === undefined) return known;
  if (typeof socketPath !== 'string' || socketPath === '' || socketPath.length > 4096) return undefined;
  return { ...known, socketPath };
}

function parseFields(text: string): Partial<Record<keyof RunFile, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function isWithin(value: unknown, max: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= max;
}

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
    return parseRunFile(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
