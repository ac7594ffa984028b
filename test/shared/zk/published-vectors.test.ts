/** The algorithms of the format match their published test vectors. */
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { argon2idAsync } from '@noble/hashes/argon2.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { argon2id as argon2idType, hash } from 'argon2';
import { describe, expect, test } from 'vitest';

describe('Argon2id', () => {
  test('of the native library gives RFC 9106, 5.3', async () => {
    const digest = await hash(Buffer.alloc(32, 1), {
      raw: true,
      type: argon2idType,
      version: 0x13,
      salt: Buffer.alloc(16, 2),
      secret: Buffer.alloc(8, 3),
      associatedData: Buffer.alloc(12, 4),
      timeCost: 3,
      memoryCost: 32,
      parallelism: 4,
      hashLength: 32,
    });
    expect(digest.toString('hex')).toBe('0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659');
  });

  // Neither of ours takes the associated data of the RFC's example, so a third one that does stands between.

  test('of @noble/hashes gives RFC 9106, 5.3', async () => {
    const options = { t: 3, m: 32, p: 4, dkLen: 32, key: new Uint8Array(8).fill(3) };
    const personalization = new Uint8Array(12).fill(4);
    const password = new Uint8Array(32).fill(1);
    const digest = await argon2idAsync(password, new Uint8Array(16).fill(2), { ...options, personalization });
    expect(bytesToHex(digest)).toBe('0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659');
  });
});

test('XChaCha20-Poly1305 gives draft-irtf-cfrg-xchacha-03, A.3.1', () => {
  const key = hexToBytes('808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f');
  const nonce = hexToBytes('404142434445464748494a4b4c4d4e4f5051525354555657');
  const plaintext = utf8ToBytes(
    "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
  );
  expect(bytesToHex(xchacha20poly1305(key, nonce, hexToBytes('50515253c0c1c2c3c4c5c6c7')).encrypt(plaintext))).toBe(
    'bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39' +
      'ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9' +
      '21f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49',
  );
});

test('HKDF-SHA256 gives RFC 5869, A.3: no salt', () => {
  const derived = hkdf(sha256, new Uint8Array(22).fill(0x0b), undefined, undefined, 42);
  expect(bytesToHex(derived)).toBe(
    '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
  );
});
