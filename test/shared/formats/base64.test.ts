import { expect, test } from 'vitest';
import { decodeBase64, decodeBase64url, encodeBase64, isBase64 } from '../../../src-shared/formats/base64.ts';
import { fc } from '../../support/random.ts';

test('encodes as Node does, and decodes what it encoded', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
      expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
    }),
  );
});

test('decodes a text only if it is the one that its bytes are encoded as', () => {
  const characters = fc.constantFrom(...'AQgw/+-_= \nB9');
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 12 }), (text) => {
      const bytes = decodeBase64(text);
      const isCanonical = Buffer.from(Buffer.from(text, 'base64')).toString('base64') === text;
      expect(bytes !== undefined).toBe(isCanonical);
      expect(isBase64(text)).toBe(isCanonical);
    }),
    { numRuns: 5000 },
  );
});

test('decodes base64url only as Node encodes it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(decodeBase64url(Buffer.from(bytes).toString('base64url'))).toEqual(bytes);
    }),
  );
  const characters = fc.constantFrom(...'AQgw/+-_= \nB9');
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 12 }), (text) => {
      const isCanonical = Buffer.from(text, 'base64url').toString('base64url') === text;
      expect(decodeBase64url(text) !== undefined).toBe(isCanonical);
    }),
    { numRuns: 5000 },
  );
});

test('looks through 16 MiB without making its bytes', () => {
  expect(isBase64('QUJD'.repeat(4 * 1024 * 1024))).toBe(true);
  expect(isBase64(`${'QUJD'.repeat(4 * 1024 * 1024)}QQ=A`)).toBe(false);
});

test.each([
  'A',
  'AA',
  'AAA',
  'A===',
  '====',
  '=AAA',
  'AA=A',
  'AB==',
  'AAB=',
  'AA==AAAA',
  'AAAA====',
  'AA A',
  '-_-_',
  'AAA\n',
])('refuses %j', (text) => {
  expect(decodeBase64(text)).toBeUndefined();
});
