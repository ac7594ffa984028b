import { createCipheriv, createDecipheriv } from 'node:crypto';
import { hchacha } from '@noble/ciphers/chacha.js';

export const xchachaNonceBytes = 24;
export const xchachaTagBytes = 16;

interface XChaChaInput {
  /** 32 bytes. */
  key: Uint8Array;
  /** 24 bytes; must never be used twice with one key. */
  nonce: Uint8Array;
  associatedData: Uint8Array;
}

/** Encrypting 1 MiB takes about 2 ms. */
const sliceBytes = 1024 * 1024;

/**
 * Encrypts with XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03) and writes the ciphertext and its 16-byte tag to `out`.
 * @noble/ciphers computes HChaCha20 and OpenSSL the rest, which is about five times as fast as @noble/ciphers alone.
 * Yields between slices of 1 MiB, so that the caller can return to the event loop.
 * @param out 16 bytes longer than the plaintext
 */
export function* xchachaEncrypt(input: XChaChaInput, plaintext: Uint8Array, out: Uint8Array): Generator<void, void> {
  const { subkey, shortNonce } = innerKey(input);
  try {
    const cipher = createCipheriv('chacha20-poly1305', subkey, shortNonce, { authTagLength: xchachaTagBytes });
    cipher.setAAD(input.associatedData, { plaintextLength: plaintext.length });
    for (let at = 0; at < plaintext.length; at += sliceBytes) {
      if (at > 0) yield;
      out.set(cipher.update(plaintext.subarray(at, at + sliceBytes)), at);
    }
    cipher.final();
    out.set(cipher.getAuthTag(), plaintext.length);
  } finally {
    subkey.fill(0);
  }
}

/** Decrypts the output of {@link xchachaEncrypt}; returns undefined if the tag does not match. */
export function xchachaDecrypt(input: XChaChaInput, sealed: Uint8Array): Uint8Array | undefined {
  const length = sealed.length - xchachaTagBytes;
  if (length < 0) return undefined;
  const { subkey, shortNonce } = innerKey(input);
  const decipher = createDecipheriv('chacha20-poly1305', subkey, shortNonce, { authTagLength: xchachaTagBytes });
  subkey.fill(0);
  decipher.setAAD(input.associatedData, { plaintextLength: length });
  decipher.setAuthTag(sealed.subarray(length));
  const unchecked = decipher.update(sealed.subarray(0, length));
  const plaintext = new Uint8Array(unchecked);
  unchecked.fill(0);
  try {
    decipher.final();
    return plaintext;
  } catch {
    plaintext.fill(0);
    return undefined;
  }
}

/** Derives the key of the cipher with a 12-byte nonce: HChaCha20 of the key and the first 16 bytes of the nonce. */
function innerKey({ key, nonce }: XChaChaInput): { subkey: Uint8Array; shortNonce: Uint8Array } {
  if (key.length !== 32) throw new RangeError('an XChaCha20 key has 32 bytes');
  if (nonce.length !== xchachaNonceBytes) throw new RangeError(`an XChaCha20 nonce has ${xchachaNonceBytes} bytes`);
  const sigma = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574);
  const key32 = toUint32s(key);
  const subkey32 = new Uint32Array(8);
  hchacha(sigma, key32, toUint32s(nonce.subarray(0, 16)), subkey32);
  const subkey = toBytes(subkey32);
  key32.fill(0);
  subkey32.fill(0);
  const shortNonce = new Uint8Array(12);
  shortNonce.set(nonce.subarray(16), 4);
  return { subkey, shortNonce };
}

function toUint32s(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, index) => view.getUint32(index * 4, true));
}

function toBytes(uint32s: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(uint32s.length * 4);
  const view = new DataView(bytes.buffer);
  uint32s.forEach((uint32, index) => {
    view.setUint32(index * 4, uint32, true);
  });
  return bytes;
}
