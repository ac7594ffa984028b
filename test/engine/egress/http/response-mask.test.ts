import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  brotliCompressSync,
  constants,
  createGzip,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { expect, test } from 'vitest';
import { createByteMask } from '../../../../src-daemon/engine/egress/child/http/response/byte-mask.ts';
import { formIndexes } from '../../../../src-daemon/engine/egress/child/http/secrets/form-indexes.ts';
import { createStreamMask } from '../../../../src-daemon/programs/output/stream-mask.ts';
import { until } from '../../../support/until.ts';
import { get, host, placeholder, requestText, type Setup, startFixture, token, value } from './http-fixture.ts';

const withToken = get('/', `Authorization: Bearer ${placeholder}`);
const echo = `before ${value} after`;
const masked = 'before *** after';

/** Joins the chunks of the only response. */
function bodyOf(text: string): string {
  let [, rest = ''] = text.split(/\r\n\r\n(.*)/s);
  if (!/^transfer-encoding: chunked/im.test(text)) return rest;
  let body = '';
  for (let size = Number.parseInt(rest, 16); size > 0; size = Number.parseInt(rest, 16)) {
    const start = rest.indexOf('\r\n') + 2;
    body += rest.slice(start, start + size);
    rest = rest.slice(start + size + 2);
  }
  return body;
}

async function responseTo(answer: RequestListener, setup: Setup = {}, request = withToken) {
  const fixture = await startFixture({ secrets: [token], answer, ...setup });
  fixture.send(request);
  await fixture.receive('\r\n0\r\n\r\n');
  const text = fixture.received();
  return { text, body: Buffer.from(bodyOf(text), 'latin1').toString(), fixture };
}

test.each([
  ['unchanged', value],
  ['in base64', Buffer.from(value).toString('base64')],
  ['in base64 after 1 byte', Buffer.from(`x${value}`).toString('base64').slice(2)],
  ['percent-encoded', encodeURIComponent(value)],
  ['as JSON', JSON.stringify(value).replaceAll('/', '\\/').slice(1, -1)],
])('a value that is echoed %s is masked', async (_name, form) => {
  const { text, body } = await responseTo((_request, response) => response.end(`<${form}>`));
  expect(body).toBe('<***>');
  expect(text).not.toMatch(/content-length/i);
});

const encoders = [
  ['gzip', 'gzip', gzipSync],
  ['x-gzip', 'x-gzip', gzipSync],
  ['deflate', 'deflate', deflateSync],
  ['deflate without its header', 'deflate', deflateRawSync],
  ['br', 'br', brotliCompressSync],
  ['zstd', 'zstd', zstdCompressSync],
  ['identity', 'identity', (bytes: Buffer) => bytes],
  ['gzip within br', 'gzip, br', (bytes: Buffer) => brotliCompressSync(gzipSync(bytes))],
] as const;

test.each(encoders)('an echo with %s is decoded and masked', async (_name, coding, encode) => {
  const { text, body } = await responseTo((_request, response) => {
    const bytes = encode(Buffer.from(echo));
    response.writeHead(200, { 'Content-Encoding': coding, 'Content-Length': bytes.length }).end(bytes);
  });
  expect(body).toBe(masked);
  expect(text).not.toContain('Content-Length');
  if (coding !== 'identity') expect(text).not.toContain('Content-Encoding');
});

test.each(encoders)('an echo with %s in pieces of one byte is masked', async (_name, coding, encode) => {
  const { body } = await responseTo(async (_request, response) => {
    response.writeHead(200, { 'Content-Encoding': coding });
    for (const byte of encode(Buffer.from(echo))) {
      response.write(Buffer.of(byte));
      await sleep(1);
    }
    response.end();
  });
  expect(body).toBe(masked);
});

test.each(encoders)('a large body with %s is returned whole', async (_name, coding, encode) => {
  const lines = Array.from({ length: 200_000 }, (_, at) => ((at * 7919) % 1_000_003).toString(36)).join(' ');
  const { body } = await responseTo((_request, response) => {
    response.writeHead(200, { 'Content-Encoding': coding }).end(encode(Buffer.from(lines + value)));
  });
  expect(body).toBe(`${lines}***`);
});

test('an echo to a later request without a secret is masked', async () => {
  const { body } = await responseTo((_request, response) => response.end(echo), {}, get('/'));
  expect(body).toBe(masked);
});

test('a connection without secrets returns encoded bodies as they are', async () => {
  const bytes = gzipSync(echo);
  const fixture = await startFixture({
    allSecrets: [token],
    answer: (_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': bytes.length }).end(bytes),
  });
  fixture.send(get('/'));
  const text = await fixture.receive(bytes.toString('latin1'));
  expect(text).toContain('Content-Encoding: gzip\r\n');
  expect(text).toContain(`Content-Length: ${bytes.length}\r\n`);
});

test('a range is not asked for, and a partial response is refused', async () => {
  const ranges: (string | undefined)[] = [];
  const fixture = await startFixture({
    secrets: [token],
    answer: (request, response) => {
      ranges.push(request.headers.range);
      response.writeHead(206, { 'Content-Range': 'bytes 0-5/100' }).end(value.slice(0, 6));
    },
  });
  fixture.send(get('/', `Authorization: Bearer ${placeholder}`, 'Range: bytes=0-5'));
  const text = await fixture.closed();
  expect(ranges).toEqual([undefined]);
  expect(text).toMatch(/^HTTP\/1.1 502 /);
  expect(text).toContain('X-Strongroom-Blocked: bad_response');
  expect(text).not.toContain(value.slice(0, 6));
});

test.each(['compress', 'gzip, gzip, gzip', 'aes128gcm', 'toString'])('the coding %s is refused', async (coding) => {
  const answer: RequestListener = (_request, response) =>
    response.writeHead(200, { 'Content-Encoding': coding }).end('whatever');
  const fixture = await startFixture({ secrets: [token], answer });
  fixture.send(withToken);
  expect(await fixture.closed()).toMatch(/^HTTP\/1.1 502 /);
  expect(fixture.blocked).toEqual([['bad_response', 'GET']]);
});

test('values in the names and values of headers are masked, and trailers are dropped', async () => {
  const { text } = await responseTo((_request, response) => {
    response.writeHead(302, {
      ...{ Location: `https://other.example.com/?t=${encodeURIComponent(value)}`, 'Set-Cookie': [`a=${value}`, 'b=c'] },
      ...{
        [`X-${value.replace('/', '')}`]: '1',
        Trailer: 'X-End',
        'X-Basic': Buffer.from(`u:${value}`).toString('base64'),
      },
    });
    response.write('x');
    response.addTrailers({ 'X-End': value });
    response.end();
  });
  expect(text).toContain('Location: https://other.example.com/?t=***\r\n');
  expect(text).toContain('Set-Cookie: a=***\r\nSet-Cookie: b=c\r\n');
  expect(text).toMatch(/X-Basic: .{0,4}\*\*\*/);
  expect(text).not.toMatch(/X-End|Trailer:/);
  expect(text).not.toContain(value);
});

test('the phrase of the status is not copied', async () => {
  const { text } = await responseTo((_request, response) => response.writeHead(200, `x ${value}`).end('x'));
  expect(text).toMatch(/^HTTP\/1.1 200 OK\r\n/);
});

test('a response that decodes to far more is cut', async () => {
  const fixture = await startFixture({
    secrets: [token],
    answer: (_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000, 'x'))),
  });
  fixture.send(withToken);
  const text = await fixture.closed();
  expect(text.length).toBeLessThan(10_000_000);
  expect(text.endsWith('\r\n0\r\n\r\n')).toBe(false);
  expect(fixture.blocked).toEqual([['bad_response', 'GET']]);
});

test.each([
  ['is no gzip', Buffer.from('this is plain text')],
  ['ends early', gzipSync(Buffer.from(echo.repeat(50))).subarray(0, 60)],
])('an encoded body that %s is cut', async (_name, bytes) => {
  const fixture = await startFixture({
    secrets: [token],
    answer: (_request, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bytes),
  });
  fixture.send(withToken);
  const text = await fixture.closed();
  expect(text.endsWith('\r\n0\r\n\r\n')).toBe(false);
  expect(text).not.toContain(value);
  expect(fixture.blocked).toEqual([['bad_response', 'GET']]);
});

test('an empty encoded body is returned empty', async () => {
  const { body } = await responseTo((_request, response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(),
  );
  expect(body).toBe('');
});

test('HEAD, 204 and 304 have no body, keep the length, and keep the connection', async () => {
  const fixture = await startFixture({
    secrets: [token],
    answer: (request, response) => {
      const status = Number(request.url?.slice(1));
      response
        .writeHead(status, status === 204 ? { 'X-Echo': value } : { 'Content-Length': 12345, 'X-Echo': value })
        .end();
    },
  });
  fixture.send(requestText('HEAD /200 HTTP/1.1', `Host: ${host}`));
  await fixture.receive('200 OK');
  fixture.send(get('/204'));
  await fixture.receive('204 No Content');
  fixture.send(get('/304'));
  await fixture.receive('304 Not Modified');
  fixture.send(requestText('HEAD /404 HTTP/1.1', `Host: ${host}`));
  const text = await fixture.receive('404 Not Found');
  expect(text.match(/Content-Length: 12345/g)).toHaveLength(3);
  expect(text.match(/X-Echo: \*\*\*/g)).toHaveLength(4);
  expect(text).not.toMatch(/transfer-encoding/i);
  expect(fixture.connects()).toBe(1);
});

test.each([false, true])('server-sent events arrive without delay (compressed: %s)', async (isCompressed) => {
  let emit = (_text: string) => {};
  const fixture = await startFixture({
    secrets: [token],
    answer: (_request, response) => {
      response.writeHead(200, {
        'Content-Type': 'text/event-stream',
        ...(isCompressed && { 'Content-Encoding': 'gzip' }),
      });
      response.flushHeaders();
      const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
      if (isCompressed) gzip.pipe(response);
      emit = (text) => void (isCompressed ? gzip : response).write(text);
    },
  });
  fixture.send(withToken);
  await fixture.receive('text/event-stream');
  for (let at = 0; at < 5; at++) {
    emit(`data: event ${at} ${value}\n\n`);
    await fixture.receive(`event ${at} ***\n\n`);
  }
  expect(fixture.requests).toHaveLength(1);
});

test('a body that ends with the connection of the host is masked and ends that of the program', async () => {
  const fixture = await startFixture({
    secrets: [token],
    host: (socket) => socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n\r\n${echo}`)),
  });
  fixture.send(withToken);
  const text = await fixture.closed();
  expect(text).toContain(masked);
  expect(text).toContain('Connection: close');
});

test('bytes that are no text are not changed', async () => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 31 + (at >> 8)) & 0xff));
  const { body, text } = await responseTo((_request, response) => response.end(bytes));
  expect(Buffer.from(bodyOf(text), 'latin1').equals(bytes)).toBe(true);
  expect(body.length).toBeGreaterThan(0);
});

test('a response is masked in the same way wherever it is cut', async () => {
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

test('a cut response shows no beginning of a value', async () => {
  const fixture = await startFixture({
    secrets: [token],
    host: (socket) =>
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbefore ${value.slice(0, 12)}`);
        setTimeout(() => socket.destroy(), 50);
      }),
  });
  fixture.send(withToken);
  await until(() => fixture.isClosed());
  expect(fixture.received()).toContain('before ');
  expect(fixture.received()).not.toContain(value.slice(0, 6));
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
      return Buffer.from(pick(['a', 'ab', ' ', '\n', 'aab', '\xff', 'l', 'lo']), 'latin1');
    });
    const whole = Buffer.concat(parts);
    const reference = createStreamMask(() => values);
    const expected = reference.push(whole.toString('latin1')) + reference.finish(false);
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
