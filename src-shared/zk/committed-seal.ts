import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { zkLengths } from './zk-payload.ts';

/** Encryption key (32 bytes) and the commitment to it (32 bytes). */
export interface CommittedKey {
  encryptionKey: Uint8Array;
  commitment: Uint8Array;
}

/** Derives a key and its commitment with HKDF-SHA256 (RFC 5869). The salt is empty, as the key material is uniformly random. */
export function committedKey(material: Uint8Array, info: Uint8Array): CommittedKey {
  const both = hkdf(sha256, material, undefined, info, 32 + zkLengths.commitment);
  return { encryptionKey: both.subarray(0, 32), commitment: both.subarray(32) };
}

/** Parameters of sealing and opening, except for the bytes. */
export interface SealContext {
  key: CommittedKey;
  /** 24 bytes, never used twice with the same key. */
  nonce: Uint8Array;
  /** Additional authenticated data. */
  aad: Uint8Array;
}

/** Returns the commitment followed by the XChaCha20-Poly1305 ciphertext of the plaintext. */
export function sealCommitted({ key, nonce, aad }: SealContext, plaintext: Uint8Array): Uint8Array {
  const encrypted = xchacha20poly1305(key.encryptionKey, nonce, aad).encrypt(plaintext);
  const sealed = new Uint8Array(key.commitment.length + encrypted.length);
  sealed.set(key.commitment);
  sealed.set(encrypted, key.commitment.length);
  return sealed;
}

/**
 * Opens bytes that {@link sealCommitted} returned; undefined if the key or the context differs or the bytes were changed.
 * The commitment is compared before decryption, so that no ciphertext opens under two keys.
 */
export function openCommitted({ key, nonce, aad }: SealContext, sealed: Uint8Array): Uint8Array | undefined {
  if (!isSame(key.commitment, sealed.subarray(0, zkLengths.commitment))) return undefined;
  try {
    return xchacha20poly1305(key.encryptionKey, nonce, aad).decrypt(sealed.subarray(zkLengths.commitment));
  } catch {
    // The library throws only for an invalid tag here, because the lengths are checked.
    return undefined;
  }
}

/** Compares in a time that does not depend on where the bytes differ. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}
