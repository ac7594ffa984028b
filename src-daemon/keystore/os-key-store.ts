import { encodeBase64 } from '../../src-shared/formats/base64.ts';
import type { KeyStore } from './key-store.ts';
import type { Keyring } from './keyring.ts';
import { parseMasterText } from './master-text.ts';

interface OsKeyStoreOptions {
  instanceId: string;
  keyring: Keyring;
}

/**
 * The operating system's own store: Keychain, Credential Manager, Secret Service. The master's account is the
 * instance's id; the audit head and the remembered session have entries of their own beside it.
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
