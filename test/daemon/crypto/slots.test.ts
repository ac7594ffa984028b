import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src-daemon/app-error.ts';
import { argon2id } from '../../../src-daemon/crypto/argon2.ts';
import { createArgon2Gate } from '../../../src-daemon/crypto/argon2-gate.ts';
import { SealError } from '../../../src-daemon/crypto/seal.ts';
import { passwordCredential, unwrapAccountKey, wrapAccountKey } from '../../../src-daemon/crypto/slots.ts';

const accountKey = new Uint8Array(randomBytes(32));
const slot = {
  slotId: 'password',
  accountId: 1,
  kind: 'password' as const,
  credential: new Uint8Array(randomBytes(32)),
  pepper: new Uint8Array(randomBytes(32)),
};
const wrapped = wrapAccountKey({ ...slot, accountKey });

describe('a slot', () => {
  test('gives the account key to its credential', () => {
    expect(unwrapAccountKey({ ...slot, wrapped })).toEqual(accountKey);
  });

  test.each([
    ['credential', { credential: new Uint8Array(randomBytes(32)) }],
    ['pepper, as on another machine', { pepper: new Uint8Array(randomBytes(32)) }],
    ['account', { accountId: 2 }],
    ['slot', { slotId: 'other' }],
    ['kind', { kind: 'api_key' as const }],
  ])('stays shut with another %s', (_, change) => {
    expect(() => unwrapAccountKey({ ...slot, ...change, wrapped })).toThrow(SealError);
  });
});

describe('Argon2id', () => {
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

describe('the gate', () => {
  test('runs two at a time, lets sixteen wait and refuses the next with Retry-After', async () => {
    const throughGate = createArgon2Gate({ concurrency: 2, waiting: 16 });
    let running = 0;
    let most = 0;
    const release = Promise.withResolvers<void>();
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await release.promise;
      running -= 1;
    };
    const admitted = Array.from({ length: 18 }, () => throughGate(work));
    const refused = await throughGate(work).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 2 });
    release.resolve();
    await Promise.all(admitted);
    expect(most).toBe(2);
    await expect(throughGate(async () => 'free again')).resolves.toBe('free again');
  });

  test('frees the place of work that fails', async () => {
    const throughGate = createArgon2Gate({ concurrency: 1, waiting: 0 });
    await expect(throughGate(() => Promise.reject(new RangeError('bad')))).rejects.toThrow(RangeError);
    await expect(throughGate(async () => 1)).resolves.toBe(1);
  });
});
