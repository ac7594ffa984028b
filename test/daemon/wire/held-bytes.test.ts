import { expect, test } from 'vitest';
import { createHeldBytes } from '../../../src-daemon/wire/held-bytes.ts';
import { numbersFrom } from '../../support/numbers.ts';

test('bytes leave in their order and with their stream, however they were added and are taken', () => {
  const below = numbersFrom(18);
  const held = createHeldBytes();
  const added: string[] = [];
  const taken: string[] = [];
  const take = () => {
    const { stream, chunk } = held.take(1 + below(300));
    for (const byte of chunk) taken.push(`${stream}:${byte}`);
  };
  for (let step = 0; step < 5000; step++) {
    if (below(2) === 0) {
      const stream = below(3);
      const chunk = Buffer.from(Array.from({ length: 1 + below(below(20) === 0 ? 5000 : 5) }, () => below(256)));
      held.add(stream, chunk);
      for (const byte of chunk) added.push(`${stream}:${byte}`);
    } else if (!held.isEmpty) take();
  }
  while (!held.isEmpty) take();
  expect(taken.length).toBe(added.length);
  expect(taken.every((entry, index) => entry === added[index])).toBe(true);
});

test('a taken chunk does not change when more is added', () => {
  const held = createHeldBytes();
  held.add(0, Buffer.from('first'));
  held.add(1, Buffer.from('second'));
  const { chunk } = held.take(5);
  for (let count = 0; count < 1000; count++) held.add(0, Buffer.from('overwritten'));
  expect(chunk.toString()).toBe('first');
});
