import { randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeBase64 } from '../formats/base64.ts';
import { type Argon2id, masterKeyMaterial } from './argon2id.ts';
import { type CommittedKey, committedKey, openCommitted, sealCommitted } from './committed-seal.ts';
import { decodeUtf8 } from './utf8.ts';
import { type ZKPayload, zkLengths, zkPartsOf } from './zk-payload.ts';

/** Error for a payload that did not open: wrong password or changed bytes, which cannot be distinguished. */
export class ZKOpenError extends Error {
  constructor() {
    super('The master password is wrong, or the payload was changed.');
    this.name = 'ZKOpenError';
  }
}

const label = utf8ToBytes('strongroom/zk/1');

interface SealInput {
  masterPassword: string;
  /** Code to seal, in UTF-8. */
  code: string;
  /** Salt and nonce of a test vector; random if absent. */
  salt?: Uint8Array;
  nonce?: Uint8Array;
}

/** Key that seals and opens every payload with this salt of 16 bytes. */
export interface CodeKey extends CommittedKey {
  salt: Uint8Array;
}

/** Derives the key from a master password and a salt, which is random if absent. @throws PasswordFormError */
export async function deriveCodeKey(
  argon2id: Argon2id,
  masterPassword: string,
  salt: Uint8Array = randomBytes(zkLengths.salt),
): Promise<CodeKey> {
  const material = await masterKeyMaterial(argon2id, masterPassword, salt);
  try {
    return { salt, ...committedKey(material, label) };
  } finally {
    material.fill(0);
  }
}

/**
 * Encrypts code under the master password. The code must be well-formed Unicode of at most 1 MiB in UTF-8.
 * @throws PasswordFormError, RangeError
 */
export async function sealCode(
  argon2id: Argon2id,
  { masterPassword, code, salt, nonce }: SealInput,
): Promise<ZKPayload> {
  const plaintext = plaintextOf(code);
  try {
    const key = await deriveCodeKey(argon2id, masterPassword, salt);
    try {
      return seal(key, plaintext, nonce);
    } finally {
      key.encryptionKey.fill(0);
    }
  } finally {
    plaintext.fill(0);
  }
}

/**
 * Encrypts code with a derived key and a new random nonce. Several payloads can share a salt, because a nonce of 24 random
 * bytes does not repeat. @throws RangeError
 */
export function sealCodeWith(key: CodeKey, code: string): ZKPayload {
  const plaintext = plaintextOf(code);
  try {
    return seal(key, plaintext);
  } finally {
    plaintext.fill(0);
  }
}

/**
 * Decrypts a payload that {@link sealCode} returned. The key's commitment is compared before decryption, so that no payload
 * opens under two passwords.
 * @throws ZKOpenError; PasswordFormError if the text cannot be a password; ZodError if the payload is invalid
 */
export async function openCode(argon2id: Argon2id, masterPassword: string, payload: ZKPayload): Promise<string> {
  const key = await deriveCodeKey(argon2id, masterPassword, zkPartsOf(payload).salt);
  try {
    return openCodeWith(key, payload);
  } finally {
    key.encryptionKey.fill(0);
  }
}

/** Decrypts with the key for the payload's salt. @throws ZKOpenError; ZodError if the payload is invalid */
export function openCodeWith(key: CodeKey, payload: ZKPayload): string {
  const { nonce, ciphertext } = zkPartsOf(payload);
  const plaintext = openCommitted({ key, nonce, aad: label }, ciphertext);
  if (plaintext === undefined) throw new ZKOpenError();
  try {
    return decodeUtf8(plaintext);
  } finally {
    plaintext.fill(0);
  }
}

/** Returns the bytes of the code to seal. @throws RangeError */
function plaintextOf(code: string): Uint8Array {
  if (!code.isWellFormed()) throw new RangeError('the code is not well-formed Unicode');
  const plaintext = utf8ToBytes(code);
  if (plaintext.length > zkLengths.codeLimit) throw new RangeError('the code is over 1 MiB');
  return plaintext;
}

function seal(key: CodeKey, plaintext: Uint8Array, nonce: Uint8Array = randomBytes(zkLengths.nonce)): ZKPayload {
  const ciphertext = sealCommitted({ key, nonce, aad: label }, plaintext);
  const salt = encodeBase64(key.salt);
  return { v: 1, salt, nonce: encodeBase64(nonce), ciphertext: encodeBase64(ciphertext) };
}
