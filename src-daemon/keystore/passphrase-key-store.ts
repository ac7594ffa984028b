import { rmSync } from 'node:fs';
import { isPassword, passwordRequirement } from '../../src-shared/zk/password-bytes.ts';
import { passwordKey } from '../crypto/password-key.ts';
import { open, SealError, seal } from '../crypto/seal.ts';
import type { SecretValue } from '../crypto/secret-value.ts';
import { readFileIfAny, writeDurableFile } from './durable-file.ts';
import { type KeyStore, KeyStoreError } from './key-store.ts';
import { createSealedEntries } from './sealed-text.ts';

interface PassphraseKeyStoreOptions {
  instanceId: string;
  passphrase: SecretValue;
  /** 16 random bytes, stored in instance.json. */
  salt: Uint8Array;
  sealedMasterPath: string;
  anchorPath: string;
  sessionPath: string;
}

/**
 * Stores the master key sealed under the Argon2id hash of a passphrase. The key itself is random, so that the
 * passphrase or the key store can change without encrypting the data again.
 */
export function createPassphraseKeyStore(options: PassphraseKeyStoreOptions): KeyStore {
  const { instanceId, passphrase, salt, sealedMasterPath, anchorPath, sessionPath } = options;
  const context = { kind: 'master', accountId: 0, itemId: instanceId, itemVersion: 1, field: 'key' };
  const entries = createSealedEntries({ instanceId, anchorPath, sessionPath, knownMaster });
  // Cached, because the audit head is written every few seconds and Argon2 is slow.
  let opened: Uint8Array | undefined;

  async function withPassphraseKey<T>(work: (key: Uint8Array) => T): Promise<T> {
    const key = await passwordKey(new TextDecoder().decode(passphrase.reveal()), salt);
    try {
      return work(key);
    } finally {
      key.fill(0);
    }
  }

  async function readMaster(): Promise<Uint8Array | undefined> {
    const sealed = readFileIfAny(sealedMasterPath);
    if (sealed === undefined) return undefined;
    const master = await withPassphraseKey((key) => openMasterFile(key, sealed));
    opened = master.slice();
    return master;
  }

  function openMasterFile(key: Uint8Array, sealed: Uint8Array): Uint8Array {
    try {
      return open(key, context, sealed);
    } catch (cause) {
      if (!(cause instanceof SealError)) throw cause;
      const message = `The passphrase in STRONGROOM_PASSPHRASE does not open this data, or ${sealedMasterPath} is damaged. Set the right passphrase.`;
      throw new KeyStoreError('wrong_passphrase', message, { cause });
    }
  }

  async function knownMaster(): Promise<Uint8Array> {
    const master = opened ?? (await readMaster());
    if (master === undefined)
      throw new KeyStoreError('master_missing', `${sealedMasterPath} does not exist. Restore it from a backup.`);
    return master;
  }

  return {
    kind: 'passphrase',
    readMaster,
    writeMaster: async (master) => {
      requireUsable(passphrase);
      writeDurableFile(sealedMasterPath, await withPassphraseKey((key) => seal(key, context, master)));
    },
    ...entries,
    forgetMaster: async () => {
      await entries.forgetSession();
      rmSync(sealedMasterPath, { force: true });
    },
  };
}

/**
 * Checks a new passphrase. An environment that is not UTF-8 replaces bytes by U+FFFD, and then every such passphrase of
 * the same length would open the data. A passphrase that is in use already still opens.
 * @throws KeyStoreError `unusable_passphrase`
 */
function requireUsable(passphrase: SecretValue): void {
  const text = new TextDecoder().decode(passphrase.reveal());
  if (!isPassword(text)) throw new KeyStoreError('unusable_passphrase', `The passphrase ${passwordRequirement}.`);
  if (text.includes('\ufffd')) {
    const message = 'The passphrase is not UTF-8 text, or contains U+FFFD. Choose another one in UTF-8.';
    throw new KeyStoreError('unusable_passphrase', message);
  }
}
