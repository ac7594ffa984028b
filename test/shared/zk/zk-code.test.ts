import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { argon2id as nativeArgon2id } from '../../../src-daemon/crypto/argon2.ts';
import { encodeBase64 } from '../../../src-shared/formats/base64.ts';
import { openCode, sealCode, ZKOpenError } from '../../../src-shared/zk/zk-code.ts';
import { ZKPayload } from '../../../src-shared/zk/zk-payload.ts';
import { bytesOf, keysOf, testVectors, vectors } from './zk-vectors.ts';

const [first] = vectors;

describe('with the native Argon2', () => testVectors(nativeArgon2id));

test('the same code is sealed to other bytes each time', async () => {
  const [one, other] = [await sealCode(nativeArgon2id, first), await sealCode(nativeArgon2id, first)];
  expect(new Set([one.salt, other.salt, one.nonce, other.nonce]).size).toBe(4);
  expect(one.ciphertext.slice(0, 40)).not.toBe(other.ciphertext.slice(0, 40));
});

describe('a payload that was changed', () => {
  const ciphertext = bytesOf(first.payload.ciphertext);
  const positions = {
    'the commitment': 0,
    'the commitment’s end': 31,
    'the code': 32,
    'the tag': ciphertext.length - 1,
  };

  test.each(Object.entries(positions))('in %s does not open', async (_, position) => {
    const changed = ciphertext.with(position, (ciphertext[position] ?? 0) ^ 1);
    await refuse({ ...first.payload, ciphertext: encodeBase64(changed) });
  });

  test.each(['salt', 'nonce'] as const)('in the %s does not open', async (field) => {
    const bytes = bytesOf(first.payload[field]);
    await refuse({ ...first.payload, [field]: encodeBase64(bytes.with(0, (bytes[0] ?? 0) ^ 128)) });
  });

  test('by a missing last byte does not open', async () => {
    await refuse({ ...first.payload, ciphertext: encodeBase64(ciphertext.slice(0, -1)) });
  });

  async function refuse(payload: ZKPayload): Promise<void> {
    const failure = openCode(nativeArgon2id, first.masterPassword, payload);
    await expect(failure).rejects.toThrow('The master password is wrong, or the payload was changed.');
  }
});

describe('a ciphertext for two keys', () => {
  const keys = [
    'f16ded3108d4add8326bfd279d9fc858e70dfb1c81094df039a0ccc70053d32f',
    '40a00edaa0fcc6b63e10cc4f23029ed0fca487a1fdd34e675f7e24d91d54580c',
  ].map(hexToBytes);
  const nonce = hexToBytes('7bc70e0a562ba585291519b22b7dd86b36b94e1826762745');
  const sealed = hexToBytes(
    '7b325a13d57adbae84451c4e6dfe787093fbe17917dd8750f5acbcee599d9a3f8fa36caa026dab2f25b54bdeacd155b9',
  );

  test('opens under both in plain XChaCha20-Poly1305', () => {
    for (const key of keys) expect(xchacha20poly1305(key, nonce).decrypt(sealed)).toHaveLength(32);
  });

  test('is refused in a payload', async () => {
    const { commitment } = await keysOf('a password', new Uint8Array(16));
    const ciphertext = encodeBase64(concatBytes(commitment, sealed));
    const payload = { v: 1 as const, salt: encodeBase64(new Uint8Array(16)), nonce: encodeBase64(nonce), ciphertext };
    await expect(openCode(nativeArgon2id, 'a password', payload)).rejects.toThrow(ZKOpenError);
  });
});

describe('what is no payload', () => {
  const { payload } = first;
  const long = (bytes: number) => encodeBase64(new Uint8Array(bytes));
  test.each<[string, unknown]>([
    ['another version', { ...payload, v: 2 }],
    ['a version in text', { ...payload, v: '1' }],
    ['no version', { salt: payload.salt, nonce: payload.nonce, ciphertext: payload.ciphertext }],
    ['a further field', { ...payload, kdf: { t: 1 } }],
    ['a salt of 15 bytes', { ...payload, salt: long(15) }],
    ['a salt of 17 bytes', { ...payload, salt: long(17) }],
    ['a nonce of 12 bytes', { ...payload, nonce: long(12) }],
    ['a ciphertext too short for its tag', { ...payload, ciphertext: long(47) }],
    ['a ciphertext of more than 1 MiB of code', { ...payload, ciphertext: long(1024 * 1024 + 49) }],
    ['a salt without padding', { ...payload, salt: payload.salt.replace(/=+$/, '') }],
    ['a salt with unused bits set', { ...payload, salt: payload.salt.replace(/.==$/, 'B==') }],
    ['a line end', { ...payload, ciphertext: `${payload.ciphertext}\n` }],
    ['the alphabet for URLs', { ...payload, nonce: '-'.repeat(32) }],
    ['bytes', { ...payload, salt: new Uint8Array(16) }],
    ['null', null],
    ['a text', JSON.stringify(payload)],
  ])('is refused: %s', (_, candidate) => {
    expect(ZKPayload.safeParse(candidate).success).toBe(false);
  });

  test('and the payloads of the vectors are', () => {
    for (const vector of vectors) expect(ZKPayload.safeParse(vector.payload).success).toBe(true);
    expect(ZKPayload.safeParse({ ...payload, ciphertext: long(1024 * 1024 + 48) }).success).toBe(true);
  });
});
