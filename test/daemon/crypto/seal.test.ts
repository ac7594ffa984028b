import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { open, SealError, seal, sealInSlices, sealOverheadBytes } from '../../../src-daemon/crypto/seal.ts';
import { type SealContext, sealAssociatedData } from '../../../src-daemon/crypto/seal-context.ts';
import { fc } from '../../support/random.ts';

const key = new Uint8Array(32).fill(3);
const context: SealContext = { kind: 'secret', accountId: 7, itemId: 'API_TOKEN', itemVersion: 2, field: 'value' };
const bytes = (text: string) => new TextEncoder().encode(text);

describe('a sealed value', () => {
  test('opens with its key in its place', () => {
    const plaintexts = fc.uint8Array({ maxLength: 5000 });
    fc.assert(
      fc.property(plaintexts, (plaintext) => {
        const sealed = seal(key, context, plaintext);
        expect(sealed.length).toBe(plaintext.length + sealOverheadBytes);
        expect(open(key, context, sealed)).toEqual(plaintext);
      }),
      { numRuns: 50 },
    );
  });

  test('of megabytes is made while the event loop runs, and opens as any other', async () => {
    const plaintext = new Uint8Array(4 * 1024 * 1024 + 7).fill(5);
    let ticks = 0;
    let timer = setImmediate(function count() {
      ticks += 1;
      timer = setImmediate(count);
    });
    const sealed = await sealInSlices(key, context, plaintext);
    clearImmediate(timer);
    expect(ticks).toBeGreaterThanOrEqual(4);
    expect(Buffer.compare(open(key, context, sealed), plaintext)).toBe(0);
  });

  test('is another one each time and never holds the value', () => {
    const plaintext = bytes('correct horse battery staple');
    const first = seal(key, context, plaintext);
    expect(first).not.toEqual(seal(key, context, plaintext));
    expect(Buffer.from(first).includes('horse')).toBe(false);
  });

  test.each<[string, Partial<SealContext>]>([
    ['kind', { kind: 'provider' }],
    ['account', { accountId: 8 }],
    ['row', { itemId: 'API_TOKEN2' }],
    ['version', { itemVersion: 3 }],
    ['field', { field: 'description' }],
  ])('does not open in another %s', (_, elsewhere) => {
    const sealed = seal(key, context, bytes('x'));
    expect(() => open(key, { ...context, ...elsewhere }, sealed)).toThrow(SealError);
  });

  test('does not open with another key', () => {
    expect(() => open(new Uint8Array(32).fill(4), context, seal(key, context, bytes('x')))).toThrow(SealError);
  });

  test('does not open with any one bit changed', () => {
    const sealed = seal(key, context, bytes('abc'));
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Uint8Array.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => open(key, context, changed)).toThrow(SealError);
    }
  });

  test('does not open when cut short or made longer', () => {
    const sealed = seal(key, context, bytes('abc'));
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => open(key, context, sealed.subarray(0, length))).toThrow(SealError);
    }
    expect(() => open(key, context, new Uint8Array([...sealed, 0]))).toThrow(SealError);
  });

  test('opens from the middle of a larger buffer, as the database gives it', () => {
    const sealed = seal(key, context, bytes('abc'));
    const larger = new Uint8Array(sealed.length + 3);
    larger.set(sealed, 3);
    expect(open(key, context, larger.subarray(3))).toEqual(bytes('abc'));
  });
});

test('the commitment refuses a ciphertext that opens under two keys in plain XChaCha20-Poly1305', () => {
  const ciphertext = hexToBytes(
    '7b325a13d57adbae84451c4e6dfe787093fbe17917dd8750f5acbcee599d9a3f8fa36caa026dab2f25b54bdeacd155b9',
  );
  const forged = new Uint8Array([
    1,
    ...new Uint8Array(16),
    ...new Uint8Array(24),
    ...new Uint8Array(32),
    ...ciphertext,
  ]);
  for (const hex of [
    'f16ded3108d4add8326bfd279d9fc858e70dfb1c81094df039a0ccc70053d32f',
    '40a00edaa0fcc6b63e10cc4f23029ed0fca487a1fdd34e675f7e24d91d54580c',
  ]) {
    expect(() => open(hexToBytes(hex), context, forged)).toThrow(SealError);
  }
});

describe('associated data', () => {
  test('is each part behind its length', () => {
    expect(Buffer.from(sealAssociatedData(context)).toString('hex')).toBe(
      [
        `0000000a${Buffer.from('strongroom').toString('hex')}`,
        '0000000101',
        `00000006${Buffer.from('secret').toString('hex')}`,
        '000000080000000000000007',
        `00000009${Buffer.from('API_TOKEN').toString('hex')}`,
        '000000080000000000000002',
        `00000005${Buffer.from('value').toString('hex')}`,
      ].join(''),
    );
  });

  test('differs for every two contexts, also where letters move between parts', () => {
    const contexts = fc.record({
      kind: fc.string({ maxLength: 3 }),
      accountId: fc.nat(3),
      itemId: fc.string({ maxLength: 3 }),
      itemVersion: fc.nat(3),
      field: fc.string({ maxLength: 3 }),
    });
    fc.assert(
      fc.property(contexts, contexts, (a, b) => {
        const same = JSON.stringify(a) === JSON.stringify(b);
        expect(Buffer.from(sealAssociatedData(a)).equals(sealAssociatedData(b))).toBe(same);
      }),
    );
  });

  test('refuses an account that is no whole number', () => {
    expect(() => sealAssociatedData({ ...context, accountId: -1 })).toThrow(RangeError);
    expect(() => sealAssociatedData({ ...context, itemVersion: 1.5 })).toThrow(RangeError);
  });
});
