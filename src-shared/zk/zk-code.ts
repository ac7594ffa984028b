import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeBase64 } from '../base64.ts';
import { passwordBytes } from './password-bytes.ts';
import { decodeUtf8 } from './utf8.ts';
import { type ZKPayload, zkLengths, zkPartsOf } from './zk-payload.ts';

/** Argon2id version 1.3 (RFC 9106), by whatever implementation the room has. */
export type Argon2id = (input: {
  password: Uint8Array;
  salt: Uint8Array;
  /** Passes over the memory. */
  timeCost: number;
  memoryKib: number;
  /** Lanes. */
  parallelism: number;
  /** Bytes of the answer. */
  hashLength: number;
}) => Promise<Uint8Array>;

/** The payload did not open: another password, or changed bytes; never told apart. */
export class ZKOpenError extends Error {
  constructor() {
    super('the master password is wrong or the payload was changed');
    this.name = 'ZKOpenError';
  }
}

/** RFC 9106's second recommendation. Fixed by the version: none of it is in a payload, so none can be lowered there. */
const costs = { timeCost: 3, memoryKib: 64 * 1024, parallelism: 4, hashLength: 32 } as const;
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
  const { encryptionKey, commitment } = await deriveKeys(argon2id, masterPassword, salt);
  try {
    const encrypted = xchacha20poly1305(encryptionKey, nonce, label).encrypt(plaintext);
    const ciphertext = new Uint8Array(commitment.length + encrypted.length);
    ciphertext.set(commitment);
    ciphertext.set(encrypted, commitment.length);
    return { v: 1, salt: encodeBase64(salt), nonce: encodeBase64(nonce), ciphertext: encodeBase64(ciphertext) };
  } finally {
    encryptionKey.fill(0);
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
  const { encryptionKey, commitment } = await deriveKeys(argon2id, masterPassword, salt);
  let plaintext: Uint8Array | undefined;
  try {
    if (!isSame(commitment, ciphertext.subarray(0, zkLengths.commitment))) throw new ZKOpenError();
    plaintext = decrypt({ key: encryptionKey, nonce }, ciphertext.subarray(zkLengths.commitment));
    return decodeUtf8(plaintext);
  } finally {
    encryptionKey.fill(0);
    plaintext?.fill(0);
  }
}

function decrypt({ key, nonce }: { key: Uint8Array; nonce: Uint8Array }, encrypted: Uint8Array): Uint8Array {
  try {
    return xchacha20poly1305(key, nonce, label).decrypt(encrypted);
  } catch {
    // The library throws for a tag that does not fit, and for nothing else here: the lengths are checked.
    throw new ZKOpenError();
  }
}

async function deriveKeys(argon2id: Argon2id, masterPassword: string, salt: Uint8Array) {
  const password = passwordBytes(masterPassword);
  let key: Uint8Array | undefined;
  try {
    key = await argon2id({ password, salt, ...costs });
    const both = hkdf(sha256, key, undefined, label, 32 + zkLengths.commitment);
    return { encryptionKey: both.subarray(0, 32), commitment: both.subarray(32) };
  } finally {
    password.fill(0);
    key?.fill(0);
  }
}

/** In a time that does not tell where they differ. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}
