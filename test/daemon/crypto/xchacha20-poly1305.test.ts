import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { xchachaDecrypt, xchachaEncrypt, xchachaTagBytes } from '../../../src-daemon/crypto/xchacha20-poly1305.ts';
import { fc } from '../../support/random.ts';

type Input = Parameters<typeof xchachaEncrypt>[0];

/** All slices at once. */
function encrypt(input: Input, plaintext: Uint8Array): Uint8Array {
  const out = new Uint8Array(plaintext.length + xchachaTagBytes);
  for (const _ of xchachaEncrypt(input, plaintext, out));
  return out;
}

test("gives the bytes of the draft's own example (draft-irtf-cfrg-xchacha-03, A.3.1)", () => {
  const input = {
    key: hexToBytes('808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f'),
    nonce: hexToBytes('404142434445464748494a4b4c4d4e4f5051525354555657'),
    associatedData: hexToBytes('50515253c0c1c2c3c4c5c6c7'),
  };
  const plaintext = utf8ToBytes(
    "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
  );
  expect(bytesToHex(encrypt(input, plaintext))).toBe(
    'bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39' +
      'ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9' +
      '21f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49',
  );
});

test('makes and opens the same bytes as @noble/ciphers', () => {
  const fixed = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  const cases = fc.tuple(fixed(32), fixed(24), fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 3000 }));
  fc.assert(
    fc.property(cases, ([key, nonce, associatedData, plaintext]) => {
      const reference = xchacha20poly1305(key, nonce, associatedData);
      const sealed = encrypt({ key, nonce, associatedData }, plaintext);
      expect(sealed).toEqual(reference.encrypt(plaintext));
      expect(xchachaDecrypt({ key, nonce, associatedData }, sealed)).toEqual(plaintext);
    }),
  );
});

test('a key or nonce of another length is refused', () => {
  const associatedData = new Uint8Array(0);
  const encrypting = (key: number, nonce: number) => () =>
    encrypt({ key: new Uint8Array(key), nonce: new Uint8Array(nonce), associatedData }, new Uint8Array(1));
  expect(encrypting(16, 24)).toThrow(RangeError);
  expect(encrypting(32, 12)).toThrow(RangeError);
});

test('makes the same bytes in slices, and yields between them', () => {
  const [key, nonce, associatedData] = [new Uint8Array(32).fill(1), new Uint8Array(24).fill(2), new Uint8Array(3)];
  const plaintext = new Uint8Array(3 * 1024 * 1024 + 1).map((_, index) => index % 251);
  const out = new Uint8Array(plaintext.length + xchachaTagBytes);
  expect([...xchachaEncrypt({ key, nonce, associatedData }, plaintext, out)]).toHaveLength(3);
  const reference = xchacha20poly1305(key, nonce, associatedData).encrypt(plaintext);
  expect(Buffer.compare(out, reference)).toBe(0);
});
