import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { argon2id } from '../../../src-daemon/crypto/argon2.ts';
import { SealError } from '../../../src-daemon/crypto/seal.ts';
import { passwordCredential, unwrapAccountKey, wrapAccountKey } from '../../../src-daemon/crypto/wrapped-keys.ts';
import { keepProductCosts } from '../../support/daemon/product-passwords.ts';

const accountKey = new Uint8Array(randomBytes(32));
const wrap = {
  credentialId: 'password',
  accountId: 1,
  kind: 'password' as const,
  credential: new Uint8Array(randomBytes(32)),
  pepper: new Uint8Array(randomBytes(32)),
};
const wrapped = wrapAccountKey({ ...wrap, accountKey });

describe('a wrapped key', () => {
  test('gives the account key to its credential', () => {
    expect(unwrapAccountKey({ ...wrap, wrapped })).toEqual(accountKey);
  });

  test.each([
    ['credential', { credential: new Uint8Array(randomBytes(32)) }],
    ['pepper, as on another machine', { pepper: new Uint8Array(randomBytes(32)) }],
    ['account', { accountId: 2 }],
    ['credential’s id', { credentialId: 'other' }],
    ['kind', { kind: 'api_key' as const }],
  ])('stays shut with another %s', (_, change) => {
    expect(() => unwrapAccountKey({ ...wrap, ...change, wrapped })).toThrow(SealError);
  });
});

describe('Argon2id', () => {
  keepProductCosts();

  // RFC 9106 5.3 has a secret and associated data, which the daemon never uses; this vector is the reference
  // implementation's own (argon2 -id -t 2 -k 65536 -p 1, "password", "somesalt").
  test('gives the bytes of the reference implementation', async () => {
    const digest = await argon2id({
      password: Buffer.from('password'),
      salt: Buffer.from('somesalt'),
      timeCost: 2,
      memoryKib: 65536,
      parallelism: 1,
      hashLength: 32,
    });
    expect(Buffer.from(digest).toString('hex')).toBe(
      '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7',
    );
  });

  test('has the costs of the second recommendation of RFC 9106 for a password', async () => {
    // Made by @noble/hashes with t=3, m=64 MiB, p=4.
    const expected = '0b167e20ffb8a31f75eb3e471872ba0a5747d56ec494db5becb07108141bff24';
    const credential = await passwordCredential('correct horse battery staple', new Uint8Array(16).fill(7));
    expect(Buffer.from(credential).toString('hex')).toBe(expected);
  });

  test('takes one password typed in two Unicode forms for the same, and another salt for another', async () => {
    const salt = new Uint8Array(randomBytes(16));
    const [composed, decomposed, otherSalt] = await Promise.all([
      passwordCredential('caf\u00e9-password', salt),
      passwordCredential('cafe\u0301-password', salt),
      passwordCredential('caf\u00e9-password', new Uint8Array(16)),
    ]);
    expect(composed).toEqual(decomposed);
    expect(composed).toHaveLength(32);
    expect(otherSalt).not.toEqual(composed);
  });
});
