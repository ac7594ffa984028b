import { join } from 'node:path';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Locations } from '../../src-shared-node/locations.ts';
import { readKeyFile, removeKeyFile, writeKeyFile } from './key-file.ts';
import { readKeychain, removeFromKeychain, writeKeychain } from './keychain.ts';

export type CredentialStoreKind = 'keychain' | 'file';

export interface StoredKey {
  apiKey: string;
  /** For messages: the path of the file, or "the keychain". */
  location: string;
}

/**
 * Stores this command's API key for one data folder: in the keychain of the OS, or else in a 0600 file of the config
 * folder.
 * @throws CliError if other users can read the file
 */
export function createCredentialStore({ dataDir, isDefaultDataDir, configDir }: Locations) {
  const name = isDefaultDataDir ? 'default' : bytesToHex(sha256(utf8ToBytes(dataDir))).slice(0, 16);
  const path = join(configDir, `cli-${name}.key`);

  /** The file is read first: it exists only if the keychain did not answer at login. */
  async function find(): Promise<StoredKey | undefined> {
    const inFile = readKeyFile(path);
    if (inFile !== undefined) return { apiKey: inFile, location: path };
    const apiKey = await readKeychain(name);
    return apiKey === undefined ? undefined : { apiKey, location: 'the keychain' };
  }

  return {
    filePath: path,

    /** Undefined if not logged in. */
    find,

    read: async (): Promise<string | undefined> => (await find())?.apiKey,

    write: async (apiKey: string): Promise<CredentialStoreKind> => {
      if (await writeKeychain(name, apiKey)) {
        removeKeyFile(path);
        return 'keychain';
      }
      writeKeyFile(path, apiKey);
      return 'file';
    },

    remove: async (): Promise<void> => {
      removeKeyFile(path);
      await removeFromKeychain(name);
    },
  };
}
