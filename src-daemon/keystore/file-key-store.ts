import { lstatSync, rmSync } from 'node:fs';
import { encodeBase64 } from '../../src-shared/formats/base64.ts';
import { readFileIfAny, writeDurableFile } from './durable-file.ts';
import { type KeyStore, KeyStoreError } from './key-store.ts';
import { parseMasterText } from './master-text.ts';
import { createSealedEntries } from './sealed-text.ts';

interface FileKeyStoreOptions {
  instanceId: string;
  keyPath: string;
  anchorPath: string;
  sessionPath: string;
}

/**
 * Stores the master key in a file (0600, base64) outside of the data folder. A user who can read it can open the data.
 */
export function createFileKeyStore({ instanceId, keyPath, anchorPath, sessionPath }: FileKeyStoreOptions): KeyStore {
  const entries = createSealedEntries({ instanceId, anchorPath, sessionPath, knownMaster });

  async function readMaster(): Promise<Uint8Array | undefined> {
    const text = readPrivateFile(keyPath);
    return text && parseMasterText(new TextDecoder().decode(text));
  }

  async function knownMaster(): Promise<Uint8Array> {
    const master = await readMaster();
    if (master === undefined)
      throw new KeyStoreError('master_missing', `The key file ${keyPath} does not exist. Restore it from a backup.`);
    return master;
  }

  return {
    kind: 'file',
    readMaster,
    writeMaster: async (master) => {
      writeDurableFile(keyPath, new TextEncoder().encode(`${encodeBase64(master)}\n`));
    },
    ...entries,
    forgetMaster: async () => {
      await entries.forgetSession();
      rmSync(keyPath, { force: true });
    },
  };
}

/**
 * Reads a file that only its owner can read; returns undefined if it does not exist.
 * @throws KeyStoreError `exposed` when others can read it, it is a link, or another user's
 */
function readPrivateFile(path: string): Uint8Array | undefined {
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
