import { rmSync } from 'node:fs';
import { anchorKey, rememberedSessionKey } from '../crypto/key-hierarchy.ts';
import { open, seal } from '../crypto/seal.ts';
import { readFileIfAny, writeDurableFile } from './durable-file.ts';
import type { KeyStore } from './key-store.ts';

/** The sealed files next to the key file, each with its own key. */
const kinds = {
  audit_anchor: { field: 'head', keyOf: anchorKey },
  remembered_session: { field: 'token', keyOf: rememberedSessionKey },
} as const;

interface SealedTextOptions {
  kind: keyof typeof kinds;
  path: string;
  instanceId: string;
}

interface SealedEntriesOptions {
  instanceId: string;
  anchorPath: string;
  sessionPath: string;
  /** @throws KeyStoreError `master_missing` */
  knownMaster: () => Promise<Uint8Array>;
}

/** Creates the entries of a key store whose master key is in a file: each entry is a sealed file next to it. */
export function createSealedEntries({ instanceId, anchorPath, sessionPath, knownMaster }: SealedEntriesOptions) {
  const anchor = createSealedText({ kind: 'audit_anchor', path: anchorPath, instanceId });
  const session = createSealedText({ kind: 'remembered_session', path: sessionPath, instanceId });
  return {
    readAnchor: async () => anchor.read(await knownMaster()),
    writeAnchor: async (text: string) => anchor.write(await knownMaster(), text),
    readSession: async () => session.read(await knownMaster()),
    writeSession: async (token: string) => session.write(await knownMaster(), token),
    forgetSession: async () => session.remove(),
  } satisfies Partial<KeyStore>;
}

/** A text in a file next to the key, sealed under the master key, so that only this daemon can read or write it. */
function createSealedText({ kind, path, instanceId }: SealedTextOptions) {
  const { field, keyOf } = kinds[kind];
  const context = { kind, accountId: 0, itemId: instanceId, itemVersion: 1, field };
  return {
    /** @throws SealError when the file was made with another master or changed */
    read(master: Uint8Array): string | undefined {
      const sealed = readFileIfAny(path);
      return sealed && new TextDecoder().decode(open(keyOf(master), context, sealed));
    },

    write(master: Uint8Array, text: string): void {
      writeDurableFile(path, seal(keyOf(master), context, new TextEncoder().encode(text)));
    },

    remove: (): void => rmSync(path, { force: true }),
  };
}
