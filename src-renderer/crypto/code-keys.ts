import { encodeBase64 } from '../../src-shared/formats/base64.ts';
import type { Argon2id } from '../../src-shared/zk/argon2id.ts';
import { type CodeKey, deriveCodeKey, openCodeWith, sealCodeWith } from '../../src-shared/zk/zk-code.ts';
import { type ZKPayload, zkPartsOf } from '../../src-shared/zk/zk-payload.ts';

/** Encrypts and decrypts code with keys that are derived once and dropped with the worker that has them. */
export interface CodeKeys {
  /** Encrypts code. Payloads that one worker encrypts with a password share a salt; each has its own nonce. */
  sealOfBatch(masterPassword: string, code: string): Promise<ZKPayload>;
  /** Encrypts code with a salt of its own. Decrypting it needs no further derivation. */
  sealAlone(masterPassword: string, code: string): Promise<ZKPayload>;
  /** Decrypts code; payloads that share a salt share one derivation. @throws ZKOpenError */
  open(masterPassword: string, payload: ZKPayload): Promise<string>;
}

export function createCodeKeys(argon2id: Argon2id): CodeKeys {
  /** The derived keys, by salt and password. */
  const keys = new Map<string, Promise<CodeKey>>();
  const nameOf = (masterPassword: string, salt: Uint8Array | undefined) =>
    `${salt ? encodeBase64(salt) : 'to seal'} ${masterPassword}`;

  function keyOf(masterPassword: string, salt: Uint8Array | undefined): Promise<CodeKey> {
    const name = nameOf(masterPassword, salt);
    const key = keys.get(name) ?? deriveCodeKey(argon2id, masterPassword, salt);
    keys.set(name, key);
    return key;
  }

  return {
    sealOfBatch: async (masterPassword, code) => sealCodeWith(await keyOf(masterPassword, undefined), code),
    sealAlone: async (masterPassword, code) => {
      const key = await deriveCodeKey(argon2id, masterPassword);
      keys.set(nameOf(masterPassword, key.salt), Promise.resolve(key));
      return sealCodeWith(key, code);
    },
    open: async (masterPassword, payload) =>
      openCodeWith(await keyOf(masterPassword, zkPartsOf(payload).salt), payload),
  };
}
