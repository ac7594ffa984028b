import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { get, placeholder, type Setup, startFixture, token, value } from './http-fixture.ts';

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

test.each(['compress', 'br, br', 'gzip, br', 'aes128gcm', 'toString'])('the coding %s is refused', async (coding) => {
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

test('bytes that are no text are not changed', async () => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 31 + (at >> 8)) & 0xff));
  const { body, text } = await responseTo((_request, response) => response.end(bytes));
  expect(Buffer.from(bodyOf(text), 'latin1').equals(bytes)).toBe(true);
  expect(body.length).toBeGreaterThan(0);
});
