/** Properties of sealed code that take many derivations of keys; zk-code.test.ts has the others. */
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { argon2id as nativeArgon2id } from '../../../src-daemon/crypto/argon2.ts';
import { encodeBase64 } from '../../../src-shared/formats/base64.ts';
import { deriveCodeKey, openCode, openCodeWith, sealCodeWith, ZKOpenError } from '../../../src-shared/zk/zk-code.ts';
import { keysOf } from './zk-vectors.ts';

const nonce = hexToBytes('7bc70e0a562ba585291519b22b7dd86b36b94e1826762745');

test('a ciphertext for two keys has no commitment that is right for two passwords, so it opens for one at most', async () => {
  const salt = new Uint8Array(16).fill(3);
  const [one, other] = [await keysOf('one password', salt), await keysOf('other password', salt)];
  for (const committed of [one, other]) {
    for (const encrypted of [one, other]) {
      const body = xchacha20poly1305(encrypted.key, nonce, utf8ToBytes('strongroom/zk/1')).encrypt(utf8ToBytes('code'));
      const ciphertext = encodeBase64(concatBytes(committed.commitment, body));
      const payload = { v: 1 as const, salt: encodeBase64(salt), nonce: encodeBase64(nonce), ciphertext };
      const opened = await Promise.allSettled(
        ['one password', 'other password'].map((password) => openCode(nativeArgon2id, password, payload)),
      );
      const isWhole = committed === encrypted;
      expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(isWhole ? 1 : 0);
    }
  }
});

describe('payloads of one batch', () => {
  test('share a salt, not a nonce, and each opens alone with the password', async () => {
    const key = await deriveCodeKey(nativeArgon2id, 'a password');
    const payloads = ['one', 'two', 'two'].map((code) => sealCodeWith(key, code));
    expect(new Set(payloads.map(({ salt }) => salt)).size).toBe(1);
    expect(new Set(payloads.map(({ nonce }) => nonce)).size).toBe(3);
    expect(new Set(payloads.map(({ ciphertext }) => ciphertext.slice(44))).size).toBe(3);
    const opened = await Promise.all(payloads.map((payload) => openCode(nativeArgon2id, 'a password', payload)));
    expect(opened).toEqual(['one', 'two', 'two']);
  });

  test('open with the key of their salt alone', async () => {
    const key = await deriveCodeKey(nativeArgon2id, 'a password');
    const payload = sealCodeWith(key, 'print(1)');
    expect(openCodeWith(key, payload)).toBe('print(1)');
    const other = await deriveCodeKey(nativeArgon2id, 'a password');
    expect(() => openCodeWith(other, payload)).toThrow(ZKOpenError);
  });
});
