import { lstatSync } from 'node:fs';
import { readFileIfAny } from './durable-file.ts';
import { KeyStoreError } from './key-store.ts';

/**
 * The bytes of a file that nobody but its owner can read; undefined when there is none.
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
      `The key file ${path} can be read by others. If nobody has, run: chown $(id -u) '${path}' && chmod 600 '${path}'`,
    );
  }
  return readFileIfAny(path);
}
