import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isPrivateFile, replacePrivateFile } from '../../src-shared-node/private-file.ts';
import { CliError } from '../cli-error.ts';

/** Reads the key from a file. @throws CliError if other users can read the file */
export function readKeyFile(path: string): string | undefined {
  const isPrivate = isPrivateFile(path);
  if (isPrivate === undefined) return undefined;
  if (!isPrivate) {
    const message = `${path} contains your API key and can be read by others. Revoke the key, remove the file and log in again.`;
    throw new CliError('not_logged_in', message);
  }
  return readFileSync(path, 'utf8').trim();
}

/** Writes the key atomically (0600). */
export function writeKeyFile(path: string, apiKey: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replacePrivateFile(path, `${apiKey}\n`);
}

export function removeKeyFile(path: string): void {
  rmSync(path, { force: true });
}
