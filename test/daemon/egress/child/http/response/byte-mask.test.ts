import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createByteMask } from '../../../../../../src-daemon/egress/child/http/response/byte-mask.ts';
import { formIndexes } from '../../../../../../src-daemon/egress/child/http/secrets/form-indexes.ts';
import { createQuietTimer, quietMs } from '../../../../../../src-shared-node/masking/stream-borders.ts';
import { createStreamMask } from '../../../../../../src-shared-node/masking/stream-mask.ts';
import { until } from '../../../../../support/until.ts';
import { socketPair, token } from '../../../http/http-fixture.ts';

test('a response without line ends is masked in the same way wherever it is cut', async () => {
  const secrets = [
    { ...token, value: 'päss-wörd-€uro' },
    { ...token, name: 'LONG', value: 'abcdefghij'.repeat(30) },
  ];
  const { values } = await formIndexes(secrets, secrets);
  if (values === undefined) throw new Error('there is no index');
  const parts = secrets.flatMap(({ value }) => [
    value,
    Buffer.from(value).toString('base64'),
    encodeURIComponent(value),
  ]);
  const whole = Buffer.concat([
    Buffer.from(`x${parts.join(' y ')}z`),
    Buffer.from('päss-wörd', 'latin1'),
    Buffer.from('päss-w'),
  ]);
  const maskedIn = async (...cuts: Buffer[]) => {
    const mask = createByteMask(values);
    for (const cut of cuts) mask.write(cut);
    mask.end();
    return Buffer.concat(await mask.toArray()).toString('latin1');
  };
  const expected = await maskedIn(whole);
  expect(expected.match(/\*\*\*/g)).toHaveLength(6);
  for (let at = 0; at <= whole.length; at++)
    expect(await maskedIn(whole.subarray(0, at), whole.subarray(at))).toBe(expected);
  expect(await maskedIn(...Array.from(whole, (byte) => Buffer.of(byte)))).toBe(expected);
});

test('after the end of the body no time passes bytes on, however long its decoder takes', async () => {
  const { values } = await formIndexes([token], [token]);
  if (values === undefined) throw new Error('there is no index');
  const body = new PassThrough();
  const mask = createByteMask(values, undefined, body);
  const chunks: string[] = [];
  mask.on('data', (chunk: Buffer) => chunks.push(chunk.toString())).on('error', () => {});
  mask.write('line\ntok-');
  body.end().resume();
  await once(body, 'end');
  mask.write('7f');
  await sleep(3 * quietMs);
  expect(chunks).toEqual(['line\n']);
  mask.destroy(new Error('the body is not complete'));
  await until(() => mask.closed);
  expect(chunks).toEqual(['line\n']);
});

test('output that came while the process was busy counts before the end of a quiet time', async () => {
  const calls: string[] = [];
  const timer = createQuietTimer(() => calls.push('quiet'));
  const [reader, writer] = await socketPair();
  const arrival = once(reader, 'data').then(() => {
    calls.push('more');
    timer.restart();
  });
  await new Promise((sent) => writer.write('more', sent));
  timer.restart();
  const busyUntil = performance.now() + 2 * quietMs;
  while (performance.now() < busyUntil);
  await arrival;
  expect(calls).toEqual(['more']);
  await until(() => calls.length === 2);
  expect(timer.isWaiting()).toBe(false);
});

/** Returns numbers from 0 to 1 that are the same in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('random texts of values, their beginnings and other bytes are masked as the mask for text masks them', async () => {
  const secrets = ['aabaab', 'abcabcabd', `long${'0123456789'.repeat(30)}`, 'ünïcode-value'].map((text, at) => ({
    ...{ ...token, name: `S${at}`, value: text },
  }));
  const { values } = await formIndexes(secrets, secrets);
  if (values === undefined) throw new Error('there is no index');
  const random = createRandom(7);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  for (let round = 0; round < 500; round++) {
    const parts = Array.from({ length: 12 }, () => {
      const form = Buffer.from(pick([pick(secrets).value, Buffer.from(pick(secrets).value).toString('base64')]));
      if (random() < 0.3) return form;
      if (random() < 0.6) return form.subarray(0, random() * form.length);
      return Buffer.from(pick(['a', 'ab', ' ', '\t', 'aab', '\xff', 'l', 'lo']), 'latin1');
    });
    const whole = Buffer.concat(parts);
    const reference = createStreamMask(() => values);
    reference.hold(whole.toString('latin1'));
    const expected = reference.release();
    const mask = createByteMask(values);
    const output = mask.toArray();
    for (let at = 0; at < whole.length; ) {
      const size = 1 + Math.floor(random() * 60);
      mask.write(whole.subarray(at, at + size));
      at += size;
    }
    mask.end();
    expect(Buffer.concat(await output).toString('latin1')).toBe(expected);
  }
});
