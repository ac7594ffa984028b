/** The test vectors of the sealed code format (`test/vectors/zk.json`), and the tests that an Argon2 passes with them. */
import { readFileSync } from 'node:fs';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { argon2id as nativeArgon2id } from '../../../src-daemon/crypto/argon2.ts';
import { decodeBase64 } from '../../../src-shared/formats/base64.ts';
import type { Argon2id } from '../../../src-shared/zk/argon2id.ts';
import { openCode, sealCode, ZKOpenError } from '../../../src-shared/zk/zk-code.ts';
import type { ZKPayload } from '../../../src-shared/zk/zk-payload.ts';

interface Vector {
  name: string;
  masterPassword: string;
  code: string;
  payload: ZKPayload;
}

export const { vectors }: { vectors: [Vector, ...Vector[]] } = JSON.parse(
  readFileSync(new URL('../../vectors/zk.json', import.meta.url), 'utf8'),
);

export const bytesOf = (text: string) => decodeBase64(text) ?? new Uint8Array();

/** Defines the tests of one implementation of Argon2. */
export function testVectors(argon2id: Argon2id): void {
  const [first] = vectors;

  test.each(vectors)('$name: opens, and is sealed to the same bytes', async ({ masterPassword, code, payload }) => {
    expect(await openCode(argon2id, masterPassword, payload)).toBe(code);
    const fixed = { salt: bytesOf(payload.salt), nonce: bytesOf(payload.nonce) };
    expect(await sealCode(argon2id, { masterPassword, code, ...fixed })).toEqual(payload);
  });

  test('another password opens nothing', async () => {
    for (const wrong of ['x', `${first.masterPassword} `, first.masterPassword.toUpperCase(), 'y'.repeat(1024)])
      await expect(openCode(argon2id, wrong, first.payload)).rejects.toThrow(ZKOpenError);
  });
}

/** The derivation as the format's description has it, written a second time. */
export async function keysOf(password: string, salt: Uint8Array) {
  const costs = { timeCost: 3, memoryKib: 65_536, parallelism: 4, hashLength: 32 };
  const root = await nativeArgon2id({ password: utf8ToBytes(password), salt, ...costs });
  const both = hkdf(sha256, root, undefined, utf8ToBytes('strongroom/zk/1'), 64);
  return { key: both.slice(0, 32), commitment: both.slice(32) };
}
