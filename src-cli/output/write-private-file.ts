import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { CliError } from '../cli-error.ts';
import { fileError } from '../input/file-error.ts';

/** Checks before the work that a file can be written. @throws CliError `file_error` */
export function requireFree(path: string, isForced: boolean): void {
  if (!isForced && existsSync(path))
    throw new CliError('file_error', `${path} exists already. Choose another name, or replace it with --force.`);
}

/**
 * Writes a file that only this user can access (0600). It is complete or not there, and replaces an existing one only if `isForced`.
 * @throws CliError `file_error`
 */
export function writePrivateFile(path: string, content: string | Uint8Array, isForced: boolean): void {
  const target = isForced ? `${path}.${process.pid}.part` : path;
  requireFree(path, isForced);
  try {
    writeFileSync(target, content, { mode: 0o600, flag: 'wx' });
    if (isForced) renameSync(target, path);
  } catch (cause) {
    // A file that another process has just created stays.
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) rmSync(target, { force: true });
    throw fileError(path, cause);
  }
}
