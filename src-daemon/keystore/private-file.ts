import { lstatSync } from 'node:fs';
import { readFileIfAny } from './durable-file.ts';
import { KeyStoreError } from './key-store.ts';

/**
 * Reads a file that only its owner can read; returns undefined if it does not exist.
 * @throws KeyStoreError `exposed` when others can read it, it is a link, or another user's
 */
export function readPrivateFile(path: string): Uint8Array | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const uid = process.getuid?.();
  const isOwn = uid === undefined || (found.uid === uid && (found.mode & 0o077) === 0);
  if (!found.isFile() || !isOwn) {
    throw new KeyStoreError(
      'exposed',
      `Other users can read the key file ${path}. If no one has read it, run: chown $(id -u) '${path}' && chmod 600 '${path}'`,
    );
  }
  return readFileIfAny(path);
}
