import { expect, test } from 'vitest';
import { createOutputTail } from '../../../../src-daemon/work/output/output-tail.ts';
import { fc } from '../../../support/random.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test('a tail keeps the newest bytes and knows where they stand', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.nat({ max: 1000 }),
      fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 50 }), { maxLength: 20 }),
      (capacity, first, chunks) => {
        const tail = createOutputTail(capacity);
        let at = first;
        for (const chunk of chunks) {
          tail.push(at, bytesOf(chunk));
          at += chunk.length;
        }
        const all = chunks.join('');
        expect(textOf(tail.bytes())).toBe(all.slice(-capacity));
        if (all === '') return;
        expect([tail.start(), tail.end()]).toEqual([Math.max(first, at - capacity), at]);
      },
    ),
  );
});

test('a tail keeps nothing from before a hole', () => {
  const tail = createOutputTail(10);
  tail.push(100, bytesOf('abc'));
  tail.push(105, bytesOf('de'));
  tail.push(107, bytesOf('f'));
  expect(textOf(tail.bytes())).toBe('def');
  expect([tail.start(), tail.end()]).toEqual([105, 108]);
});
