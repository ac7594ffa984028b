import { expect, test } from 'vitest';
import { type Argon2Lane, createArgon2Gate } from '../../../src-daemon/crypto/argon2-gate.ts';

const waiting = { daemon: 16, account: 16, own_user: 16, anyone: 16 };
const slotOf = (lane: Argon2Lane, fairnessKey = '') => ({ lane, fairnessKey });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when the test ends it, in the order in which it started. */
function workThrough(gate: ReturnType<typeof createArgon2Gate>) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const ask = (name: string, lane: Argon2Lane, key = '') =>
    gate(slotOf(lane, key), () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    }).catch((error) => refused.push(error.code));
  const next = async () => {
    ends.shift()?.();
    await settled();
  };
  return { begun, refused, ask, next };
}

test('runs two at a time, lets so many of one key wait and refuses the next with Retry-After', async () => {
  const gate = createArgon2Gate({ concurrency: 2, waiting });
  const { begun, ask, next } = workThrough(gate);
  for (let check = 0; check < 18; check++) void ask(String(check), 'anyone', 'a@example.com');
  await settled();
  expect(begun).toEqual(['0', '1']);
  await expect(gate(slotOf('anyone', 'a@example.com'), async () => 1)).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: 2,
  });
  for (let check = 0; check < 18; check++) await next();
  expect(begun).toHaveLength(18);
  await expect(gate(slotOf('anyone', 'a@example.com'), async () => 'free again')).resolves.toBe('free again');
});

test('a flood of logins leaves the places of the other lanes alone, and every lane has its turn', async () => {
  const { begun, refused, ask, next } = workThrough(createArgon2Gate({ concurrency: 1, waiting }));
  for (let login = 0; login < 200; login++) void ask('flood', 'anyone', `new${login}@example.com`);
  await settled();
  expect(refused.length).toBeGreaterThan(150);
  for (const lane of ['account', 'own_user'] as const) for (let check = 0; check < 3; check++) void ask(lane, lane);
  await settled();
  for (let check = 0; check < 9; check++) await next();
  expect(begun.slice(1, 10).toSorted()).toEqual([
    ...['account', 'account', 'account'],
    ...['flood', 'flood', 'flood'],
    ...['own_user', 'own_user', 'own_user'],
  ]);
  expect(begun.slice(1, 4).toSorted()).toEqual(['account', 'flood', 'own_user']);
});

test('within a lane the keys take turns', async () => {
  const { begun, ask, next } = workThrough(createArgon2Gate({ concurrency: 1, waiting }));
  for (let guess = 0; guess < 10; guess++) void ask('guess', 'anyone', 'guessed@example.com');
  void ask('owner', 'anyone', 'owner@example.com');
  await settled();
  for (let check = 0; check < 2; check++) await next();
  expect(begun).toEqual(['guess', 'guess', 'owner']);
});

test('frees the slot of work that fails', async () => {
  const gate = createArgon2Gate({ concurrency: 1, waiting });
  await expect(gate(slotOf('anyone'), () => Promise.reject(new RangeError('bad')))).rejects.toThrow(RangeError);
  await expect(gate(slotOf('anyone'), async () => 1)).resolves.toBe(1);
});
