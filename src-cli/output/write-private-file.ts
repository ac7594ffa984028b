import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { replacePrivateFile } from '../../src-shared-node/private-file.ts';
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
  requireFree(path, isForced);
  try {
    if (isForced) replacePrivateFile(path, content);
    else writeNew(path, content);
  } catch (cause) {
    throw fileError(path, cause);
  }
}

function writeNew(path: string, content: string | Uint8Array): void {
  try {
    writeFileSync(path, content, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // A file that another process has just created stays.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) rmSync(path, { force: true });
    throw error;
  }
}
