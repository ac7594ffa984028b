import { randomBytes } from 'node:crypto';
import { keyCheckValue } from '../crypto/key-hierarchy.ts';
import { createKeyStore, type KeyStoreSettings } from './create-key-store.ts';
import { type Instance, newInstance, readInstance, writeInstance } from './instance-file.ts';
import { type KeyStore, KeyStoreError } from './key-store.ts';
import { type Keyring, osKeyring } from './keyring.ts';
import { storeMaster } from './store-master.ts';

const masterBytes = 32;

type KeyStoreOptions = KeyStoreSettings & { keyring: Keyring };

interface OpenMasterInput {
  config: KeyStoreSettings;
  /** False on the first start. Only then may a new master key be created. */
  databaseExists: boolean;
  /** The key store of the operating system; tests replace it. */
  keyring?: Keyring;
}

export interface OpenedMaster {
  /** 32 bytes, which the caller fills with zeros once the keys are derived. */
  master: Uint8Array;
  keyStore: KeyStore;
  instanceId: string;
  /** Messages for the user, one line each. */
  warnings: string[];
}

/**
 * Opens the master key of the data folder and checks it, or creates one on new data. Never creates a key for existing
 * data.
 * @throws KeyStoreError with the reason and the next step; `isLocked` when unlocking the keychain is all it needs
 */
export async function openMaster({
  config: settings,
  databaseExists,
  keyring = osKeyring,
}: OpenMasterInput): Promise<OpenedMaster> {
  const config = { ...settings, keyring };
  const instance = readInstance(config.dataDir);
  if (databaseExists) return openExisting(instance, config);
  const kind = config.keyStoreKind ?? instance?.keyStore ?? 'os';
  const chosen = instance?.keyStore === kind ? instance : newInstance(kind, instance?.instanceId);
  try {
    return await openNew(chosen, config);
  } catch (error) {
    if (!(error instanceof KeyStoreError) || kind !== 'os') throw error;
    return openWithoutOsStore(chosen, { config, error });
  }
}

async function openExisting(instance: Instance | undefined, config: KeyStoreOptions): Promise<OpenedMaster> {
  if (instance === undefined) {
    const message = `${config.dataDir} has a database but no instance.json, so its key is unknown. Restore that file from a backup of the folder.`;
    throw new KeyStoreError('instance_missing', message);
  }
  if (config.keyStoreKind !== undefined && config.keyStoreKind !== instance.keyStore)
    throw kindChanged(instance, config);
  const keyStore = createKeyStore(instance, config);
  const master = await keyStore.readMaster();
  if (master === undefined) throw masterMissing(instance, config);
  if (master.length !== masterBytes || keyCheckValue(master) !== instance.keyCheck) {
    master.fill(0);
    const message = 'The key store has another key than the one of this data. Restore the key from a backup.';
    throw new KeyStoreError('wrong_master', message);
  }
  return { master, keyStore, instanceId: instance.instanceId, warnings: [] };
}

async function openNew(instance: Instance, config: KeyStoreOptions): Promise<OpenedMaster> {
  const keyStore = createKeyStore(instance, config);
  // Written first, so that a start that was interrupted or waits for an unlock finds its entry again.
  writeInstance(config.dataDir, instance);
  const kept = await keyStore.readMaster();
  const master = kept?.length === masterBytes ? kept : await createMaster(keyStore);
  writeInstance(config.dataDir, { ...instance, keyCheck: keyCheckValue(master) });
  return { master, keyStore, instanceId: instance.instanceId, warnings: [] };
}

async function createMaster(keyStore: KeyStore): Promise<Uint8Array> {
  const master = new Uint8Array(randomBytes(masterBytes));
  try {
    await storeMaster(keyStore, master);
    return master;
  } catch (error) {
    master.fill(0);
    throw error;
  }
}

/**
 * Uses a key file for new data if the caller allows it. A keychain that asks the user to unlock it is waited for
 * instead.
 */
async function openWithoutOsStore(
  { instanceId }: Instance,
  { config, error }: { config: KeyStoreOptions; error: KeyStoreError },
): Promise<OpenedMaster> {
  const mayFallBack = config.keyStoreKind === undefined && config.keyStoreFallback === 'file';
  if (mayFallBack && (error.reason === 'unavailable' || error.reason === 'locked')) {
    const opened = await openNew(newInstance('file', instanceId), config);
    const consequence = `the key is stored in a file in ${config.keyDir}. A user who can read that file can open your data`;
    return { ...opened, warnings: [`No keychain of the operating system answers; ${consequence}.`] };
  }
  if (error.reason !== 'unavailable') throw error;
  const message = `${error.message} Choose another key store: --key-store file or --key-store passphrase.`;
  throw new KeyStoreError('unavailable', message, { cause: error });
}

function kindChanged(instance: Instance, config: KeyStoreOptions): KeyStoreError {
  const message = `The key of this data is in the key store "${instance.keyStore}", not "${config.keyStoreKind}". Start without --key-store, or move the key with: strongroom keystore move ${config.keyStoreKind}`;
  return new KeyStoreError('kind_changed', message);
}

function masterMissing(instance: Instance, config: KeyStoreOptions): KeyStoreError {
  const locations = {
    os: `the keychain has no entry "Strongroom" / "${instance.instanceId}" (check that it is the same keychain and user as before)`,
    file: `the key file in ${config.keyDir} does not exist`,
    passphrase: `master.sealed in ${config.dataDir} does not exist`,
  };
  const message = `The key of this data is missing: ${locations[instance.keyStore]}. Restore it from a backup; no new key is created for existing data.`;
  return new KeyStoreError('master_missing', message);
}
