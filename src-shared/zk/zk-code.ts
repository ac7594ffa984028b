import { randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeBase64 } from '../base64.ts';
import { type Argon2id, masterKeyMaterial } from './argon2id.ts';
import { type CommittedKey, committedKey, openCommitted, sealCommitted } from './committed-seal.ts';
import { decodeUtf8 } from './utf8.ts';
import { type ZKPayload, zkLengths, zkPartsOf } from './zk-payload.ts';

/** The payload did not open: another password, or changed bytes; never told apart. */
export class ZKOpenError extends Error {
  constructor() {
    super('the master password is wrong or the payload was changed');
    this.name = 'ZKOpenError';
  }
}

const label = utf8ToBytes('strongroom/zk/1');

interface SealInput {
  masterPassword: string;
  /** UTF-8 of it is what is sealed. */
  code: string;
  /** Only for test vectors; random otherwise. */
  salt?: Uint8Array;
  nonce?: Uint8Array;
}

/**
 * Encrypts code so that it opens with the master password only; the code is well-formed Unicode of at most 1 MiB in UTF-8.
 * @throws PasswordFormError, RangeError
 */
export async function sealCode(argon2id: Argon2id, { masterPassword, code, ...fixed }: SealInput): Promise<ZKPayload> {
  const { salt = randomBytes(zkLengths.salt), nonce = randomBytes(zkLengths.nonce) } = fixed;
  if (!code.isWellFormed()) throw new RangeError('the code is not well-formed Unicode');
  const plaintext = utf8ToBytes(code);
  if (plaintext.length > zkLengths.codeLimit) throw new RangeError('the code is over 1 MiB');
  const key = await deriveKey(argon2id, masterPassword, salt);
  try {
    const ciphertext = sealCommitted({ key, nonce, aad: label }, plaintext);
    return { v: 1, salt: encodeBase64(salt), nonce: encodeBase64(nonce), ciphertext: encodeBase64(ciphertext) };
  } finally {
    key.encryptionKey.fill(0);
    plaintext.fill(0);
  }
}

/**
 * Decrypts what {@link sealCode} made. The key's commitment is compared before anything is decrypted, so that no
 * payload opens under two passwords.
 * @throws ZKOpenError; PasswordFormError for a password that nothing is sealed with; ZodError when it is no payload
 */
export async function openCode(argon2id: Argon2id, masterPassword: string, payload: ZKPayload): Promise<string> {
  const { salt, nonce, ciphertext } = zkPartsOf(payload);
  const key = await deriveKey(argon2id, masterPassword, salt);
  let plaintext: Uint8Array | undefined;
  try {
    plaintext = openCommitted({ key, nonce, aad: label }, ciphertext);
    if (plaintext === undefined) throw new ZKOpenError();
    return decodeUtf8(plaintext);
  } finally {
    key.encryptionKey.fill(0);
    plaintext?.fill(0);
  }
}

async function deriveKey(argon2id: Argon2id, masterPassword: string, salt: Uint8Array): Promise<CommittedKey> {
  const material = await masterKeyMaterial(argon2id, masterPassword, salt);
  try {
    return committedKey(material, label);
  } finally {
    material.fill(0);
  }
}
