import { encodeBase64 } from '../../src-shared/formats/base64.ts';
import { type CodeKey, deriveCodeKey, openCodeWith, sealCodeWith } from '../../src-shared/zk/zk-code.ts';
import { type ZKPayload, zkPartsOf } from '../../src-shared/zk/zk-payload.ts';
import { argon2id } from './argon2id.ts';

/** The keys that this worker has derived, by password and salt; dropped with the worker. */
const keys = new Map<string, Promise<CodeKey>>();

/** Encrypts code. Payloads that one worker encrypts with a password share a salt; each has its own nonce. */
export async function sealOfBatch({ masterPassword, code }: { masterPassword: string; code: string }) {
  return sealCodeWith(await keyOf(masterPassword, undefined), code);
}

/** Decrypts code; payloads that share a salt share one derivation. @throws ZKOpenError */
export async function openOfBatch(masterPassword: string, payload: ZKPayload): Promise<string> {
  return openCodeWith(await keyOf(masterPassword, zkPartsOf(payload).salt), payload);
}

function keyOf(masterPassword: string, salt: Uint8Array | undefined): Promise<CodeKey> {
  const name = `${salt ? encodeBase64(salt) : 'to seal'} ${masterPassword}`;
  const key = keys.get(name) ?? deriveCodeKey(argon2id, masterPassword, salt);
  keys.set(name, key);
  return key;
}
