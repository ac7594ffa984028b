import { encodeBase64 } from '../../src-shared/formats/base64.ts';
import type { KeyStore } from './key-store.ts';
import type { Keyring } from './keyring.ts';
import { parseMasterText } from './master-text.ts';

interface OsKeyStoreOptions {
  instanceId: string;
  keyring: Keyring;
}

/**
 * The key store of the operating system: Keychain, Credential Manager or Secret Service. The account of the master key
 * is the instance id. The audit head and the remembered session have separate entries.
 */
export function createOsKeyStore({ instanceId, keyring }: OsKeyStoreOptions): KeyStore {
  const anchorAccount = `${instanceId}.audit-head`;
  const sessionAccount = `${instanceId}.session`;
  return {
    kind: 'os',
    readMaster: async () => {
      const text = await keyring.read(instanceId);
      return text === null ? undefined : parseMasterText(text);
    },
    writeMaster: (master) => keyring.write(instanceId, encodeBase64(master)),
    readAnchor: async () => (await keyring.read(anchorAccount)) ?? undefined,
    writeAnchor: (text) => keyring.write(anchorAccount, text),
    readSession: async () => (await keyring.read(sessionAccount)) ?? undefined,
    writeSession: (token) => keyring.write(sessionAccount, token),
    forgetSession: () => keyring.remove(sessionAccount),
    forgetMaster: async () => {
      await keyring.remove(sessionAccount);
      await keyring.remove(instanceId);
      await keyring.remove(anchorAccount);
    },
  };
}
