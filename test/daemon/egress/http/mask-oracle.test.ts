/** A program that sends guesses through an allowed host learns no part of a value from the chunks of responses. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createChunkMask } from '../../../../src-daemon/egress/child/http/response/chunk-mask.ts';
import { formIndexes } from '../../../../src-daemon/egress/child/http/secrets/form-indexes.ts';
import { attack, type Observe, pause } from '../../../support/masks/mask-attacker.ts';
import { get, placeholder, startFixture, token, value as tokenValue } from './http-fixture.ts';

const value = 'q7Hs0Vb2LkZw9XeRt5Yu';
const withToken = get('/', `Authorization: Bearer ${placeholder}`);

const sizesOf = (parts: readonly Buffer[]) => parts.map(({ length }) => length);

async function observerOf(...values: string[]): Promise<Observe> {
  const secrets = values.map((one, at) => ({ ...token, name: `S${at}`, value: one }));
  const index = (await formIndexes(secrets, secrets)).values;
  if (index === undefined) throw new Error('there is no index');
  return (steps) => {
    const mask = createChunkMask(index, () => {});
    const sizes = steps.flatMap((step) => {
      const parts = step === pause ? mask.release() : mask.push(Buffer.from(step));
      return [...sizesOf(parts), Number(mask.isHolding())];
    });
    return [...sizes, ...sizesOf(mask.release())];
  };
}

test('no letter of a value of 20 letters is learned within 20,000 guesses', async () => {
  const { guesses, learned } = attack(value, await observerOf(value));
  expect(guesses).toBeGreaterThan(20_000);
  expect(learned).toEqual([]);
});

test('no part of a long value whose beginning is known is learned', async () => {
  const long = createHash('sha512').update('a long value').digest('hex').repeat(2).slice(1, 151);
  const observe = await observerOf(long);
  const known = long.slice(0, 140);
  const { learned } = attack(long.slice(140), (steps) => observe([known, ...steps]));
  expect(learned).toEqual([]);
});

test('a line of a value with several lines, which is never sent, is not masked', async () => {
  const secrets = [{ ...token, value: 'first-line-of-a-key\nsecond-line-of-a-key' }];
  expect((await formIndexes(secrets, secrets)).values).toBeUndefined();
});

/** Returns the sizes of the chunks of the only response. */
function chunkSizes(text: string): number[] {
  const [, body = ''] = text.split(/\r\n\r\n(.*)/s);
  return [...body.matchAll(/(?:^|\r\n)([0-9a-f]+)\r\n/g)].map(([, size = '']) => Number.parseInt(size, 16));
}

test('the chunks of a stored guess have the same sizes, whatever is right in it', async () => {
  const seen = new Set<string>();
  for (const guess of [12, 13, 14].map((right) => tokenValue.slice(0, right).padEnd(14, '~'))) {
    const fixture = await startFixture({
      secrets: [token],
      answer: async (_request, response) => {
        response.write(`stored: ${guess}`);
        await sleep(30);
        response.end(`\n${guess}`);
      },
    });
    fixture.send(withToken);
    seen.add(String(chunkSizes(await fixture.receive('\r\n0\r\n\r\n'))));
    expect(fixture.masked()).toBe(0);
  }
  expect([...seen]).toEqual(['23,14,0']);
});

test('a whole echo is masked, counted, and ends nothing', async () => {
  const fixture = await startFixture({
    secrets: [token],
    answer: (_request, response) => response.setHeader('X-Echo', tokenValue).end(`${tokenValue} and ${tokenValue}`),
  });
  fixture.send(withToken);
  expect(await fixture.receive('\r\n0\r\n\r\n')).toContain('*** and ***');
  expect(fixture.masked()).toBe(3);
  fixture.send(get('/again'));
  await fixture.receive('\r\n0\r\n\r\nHTTP/1.1 200 OK');
  expect(fixture.connects()).toBe(1);
});

test('a token stream without line ends, and a body without an end, are passed on while they arrive', async () => {
  const fixture = await startFixture({
    secrets: [token],
    answer: (_request, response) => {
      response.write('token ');
      response.flushHeaders();
    },
  });
  fixture.send(withToken);
  await fixture.receive('token ');
  expect(fixture.isClosed()).toBe(false);
});

test('a body that ends regularly within a value is passed on as it is', async () => {
  const fixture = await startFixture({
    secrets: [token],
    answer: (_request, response) => response.end(`is ${tokenValue.slice(0, 11)}`),
  });
  fixture.send(withToken);
  expect(await fixture.receive('\r\n0\r\n\r\n')).toContain(`is ${tokenValue.slice(0, 11)}`);
  expect(fixture.masked()).toBe(0);
});

const twelve = { ...token, value: 'k3vR9tLq0ZxB' };
const whole = brotliCompressSync(Buffer.from(`first line\n${twelve.value}`));

test.each([
  ['is none', Buffer.from(twelve.value.slice(0, 11))],
  ['is cut within a value', whole.subarray(0, -2)],
  ['continues with something else', Buffer.concat([whole.subarray(0, -2), Buffer.from('~~~~~~~~')])],
])('a body that says br and %s passes no part of a value on', async (_name, bytes) => {
  const fixture = await startFixture({
    secrets: [twelve],
    answer: (_request, response) => response.writeHead(200, { 'Content-Encoding': 'br' }).end(bytes),
  });
  fixture.send(withToken);
  const text = await fixture.closed();
  expect(text).not.toContain(twelve.value.slice(0, 3));
  expect(text.endsWith('\r\n0\r\n\r\n')).toBe(false);
  expect(fixture.blocked).toEqual([['bad_response', 'GET']]);
});
