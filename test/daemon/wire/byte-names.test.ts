import { expect, test } from 'vitest';
import { decodeName, encodeName, isByteName } from '../../../src-daemon/wire/byte-names.ts';
import { fc } from '../../support/random.ts';

test.each([
  [[0x63, 0xe9], 'c\uFFFDE9'],
  [[0x63, 0xe8], 'c\uFFFDE8'],
  [[0xff, 0xfe, 0x2f, 0x80], '\uFFFDFF\uFFFDFE/\uFFFD80'],
  [[...Buffer.from('é€😀')], 'é€😀'],
  [[0xf0, 0x9f, 0x98], '\uFFFDF0\uFFFD9F\uFFFD98'],
  // A surrogate, an overlong slash, and a real U+FFFD.
  [[0xed, 0xa0, 0x80], '\uFFFDED\uFFFDA0\uFFFD80'],
  [[0xc0, 0xaf], '\uFFFDC0\uFFFDAF'],
  [[0xef, 0xbf, 0xbd, 0x45, 0x39], '\uFFFDEF\uFFFDBF\uFFFDBDE9'],
])('the bytes %j of a name are a text that leads back to them', (bytes, text) => {
  expect(decodeName(Buffer.from(bytes))).toBe(text);
  expect([...encodeName(text)]).toEqual(bytes);
});

test('every sequence of bytes leads back to itself', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 24 }), (bytes) => {
      expect([...encodeName(decodeName(Buffer.from(bytes)))]).toEqual([...bytes]);
    }),
  );
});

test('a text can name no slash, dot or NUL by their bytes', () => {
  expect(encodeName('\uFFFD2F\uFFFD2E\uFFFD00').toString()).toBe('\uFFFD2F\uFFFD2E\uFFFD00');
  expect([isByteName('a\uFFFDE9'), isByteName('a\uFFFD'), isByteName('a')]).toEqual([true, false, false]);
});
