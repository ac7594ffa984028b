import { argon2idAsync } from '@noble/hashes/argon2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { argon2id as nativeArgon2id } from '../../../src-daemon/crypto/argon2.ts';
import { argon2id as wasmArgon2id } from '../../../src-renderer/crypto/argon2id.ts';
import type { Argon2id } from '../../../src-shared/zk/argon2id.ts';

describe('Argon2id', () => {
  // Neither of ours takes the associated data of the RFC's example, so a third one that does stands between.
  const nobleArgon2id: Argon2id = ({ password, salt, timeCost, memoryKib, parallelism, hashLength }) =>
    argon2idAsync(password, salt, { t: timeCost, m: memoryKib, p: parallelism, dkLen: hashLength });

  test.each([
    ['small', { timeCost: 3, memoryKib: 32, parallelism: 4 }],
    ['one lane', { timeCost: 1, memoryKib: 64, parallelism: 1 }],
    ['those of the format', { timeCost: 3, memoryKib: 64 * 1024, parallelism: 4 }],
  ])('is the same native, in WebAssembly and in JavaScript: %s', async (_, costs) => {
    const input = () => ({
      ...costs,
      password: utf8ToBytes('pässwörd'),
      salt: new Uint8Array(16).fill(7),
      hashLength: 32,
    });
    const native = bytesToHex(await nativeArgon2id(input()));
    expect(bytesToHex(await wasmArgon2id(input()))).toBe(native);
    expect(bytesToHex(await nobleArgon2id(input()))).toBe(native);
  });
});
