import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { BoundSecret } from '../../../../src-daemon/egress/policy.ts';
import { get, host, placeholder, post, requestText, type Setup, startFixture, token, value } from './http-fixture.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const json = 'Content-Type: application/json';

/** Sends bytes and expects a refusal before anything reaches the host. */
async function expectBlocked(bytes: string | Buffer, reason = 'placeholder_misplaced', setup: Setup = {}) {
  const fixture = await startFixture({ secrets: [token], ...setup });
  fixture.send(bytes);
  const text = await fixture.closed();
  expect(text).toMatch(/^HTTP\/1.1 403 /);
  expect(text).toContain(`X-Strongroom-Blocked: ${reason}\r\n`);
  expect(fixture.blocked.map(([blockedReason]) => blockedReason)).toEqual([reason]);
  expect(fixture.sent().toString()).toBe('');
  expect(fixture.requests).toEqual([]);
  return fixture;
}

const chunked = (...parts: string[]) =>
  requestText('POST / HTTP/1.1', `Host: ${host}`, 'Transfer-Encoding: chunked') +
  [...parts, ''].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('');

const lines: [string, string][] = [
  ['the path', get(`/v1/${placeholder}`)],
  ['the path, percent-encoded', get(`/v1/%73${placeholder.slice(1)}`)],
  ['the path, encoded twice', get(`/v1/%2573${placeholder.slice(1)}`)],
  ['another parameter', get(`/v1?other=${placeholder}`)],
  ['the name of a parameter', get(`/v1?${placeholder}=1`)],
  ['another parameter, in base64', get(`/v1?x=${encodeURIComponent(base64(`a${placeholder}`))}`)],
  ['another header', get('/', `X-Other: ${placeholder}`)],
  ['another header, in lower case', get('/', `X-Other: ${placeholder.toLowerCase()}`)],
  ['a cookie', get('/', `Cookie: a=b; c=${placeholder}`)],
  ['a header that is not sent on', get('/', `Proxy-Authorization: ${placeholder}`)],
  ['the name of a header', get('/', `X-${placeholder}: 1`)],
  ['a header in base64', get('/', `X-Other: ${base64(placeholder)}`)],
  ['a header in base64 after 1 byte', get('/', `X-Other: ${base64(`u${placeholder}`)}`)],
  ['a header in base64 after 2 bytes', get('/', `X-Other: ${base64(`u:${placeholder}`)}`)],
  ['a header in base64url', get('/', `X-Other: ${Buffer.from(`~~?${placeholder}`).toString('base64url')}`)],
  ['an allowed header in base64 that is not Basic', get('/', `X-Api-Key: ${base64(`u:${placeholder}`)}`)],
  ['a body', post(`a=${placeholder}`)],
  ['a body in base64', post(base64(`xx${placeholder}yy`))],
  ['another string of JSON', post(JSON.stringify({ auth: { token: placeholder, other: placeholder } }), json)],
  ['a key of JSON', post(JSON.stringify({ [placeholder]: 1 }), json)],
  [
    'a JSON pointer in another type',
    post(JSON.stringify({ auth: { token: placeholder } }), 'Content-Type: text/plain'),
  ],
  ['broken JSON', post(`{"auth": {"token": "${placeholder}"`, json)],
];
test.each(lines)('a placeholder in %s is refused', async (_name, bytes) => {
  const fixture = await expectBlocked(bytes);
  expect(fixture.uses).toEqual([]);
  expect(fixture.connects()).toBe(0);
});

test('a placeholder in a body in chunks is refused', async () => {
  await expectBlocked(chunked(`a=${placeholder}`));
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const)('a placeholder in a body with %s is refused', async (coding, compress) => {
  const body = compress(Buffer.from(`${'some text '.repeat(100)}${placeholder}`));
  const head = requestText(
    'POST / HTTP/1.1',
    `Host: ${host}`,
    `Content-Encoding: ${coding}`,
    `Content-Length: ${body.length}`,
  );
  await expectBlocked(Buffer.concat([Buffer.from(head), body]));
});

test('a compressed body without a placeholder reaches the host unchanged, and a broken one does not', async () => {
  const body = gzipSync(randomBytes(100_000).toString('base64'));
  const head = requestText(
    'POST / HTTP/1.1',
    `Host: ${host}`,
    'Content-Encoding: gzip',
    `Content-Length: ${body.length}`,
  );
  const fixture = await startFixture({ secrets: [token] });
  fixture.send(Buffer.concat([Buffer.from(head), body]));
  await fixture.receive('fine');
  expect(fixture.sent().subarray(-body.length).equals(body)).toBe(true);

  const broken = await startFixture({ secrets: [token] });
  broken.send(post('this is no gzip', 'Content-Encoding: gzip'));
  expect(await broken.closed()).toMatch(/^HTTP\/1.1 400 /);
  expect(broken.sent()).toHaveLength(0);
});

test('a compressed body that decodes to far more is refused', async () => {
  const body = gzipSync(Buffer.alloc(5_000_000));
  const head = requestText(
    'POST / HTTP/1.1',
    `Host: ${host}`,
    'Content-Encoding: gzip',
    `Content-Length: ${body.length}`,
  );
  const fixture = await startFixture({ secrets: [token] });
  fixture.send(Buffer.concat([Buffer.from(head), body]));
  expect(await fixture.closed()).toMatch(/^HTTP\/1.1 413 /);
  expect(fixture.blocked).toEqual([['too_large', 'POST']]);
});

test.each([1, 2, 7, 31])('a placeholder in pieces of %i bytes never reaches the host', async (size) => {
  const fixture = await startFixture({ secrets: [token] });
  fixture.send(requestText('POST / HTTP/1.1', `Host: ${host}`, 'Transfer-Encoding: chunked'));
  const body = `before ${placeholder} after`;
  for (let at = 0; at < body.length && !fixture.isClosed(); at += size) {
    const piece = body.slice(at, at + size);
    fixture.send(`${piece.length.toString(16)}\r\n${piece}\r\n`);
    await sleep(2);
  }
  expect(await fixture.closed()).toContain('HTTP/1.1 403 ');
  expect(fixture.blocked).toEqual([['placeholder_misplaced', 'POST']]);
  expect(fixture.sent().toString()).not.toContain('srph');
});

test('a placeholder after a long streamed body is found, and the host gets no end of the request', async () => {
  const fixture = await startFixture({ secrets: [token] });
  const part = 'x'.repeat(65_536);
  fixture.send(chunked(...Array.from({ length: 40 }, () => part), `${part}${placeholder}`));
  await fixture.closed();
  expect(fixture.blocked).toEqual([['placeholder_misplaced', 'POST']]);
  expect(fixture.sent().toString()).not.toContain('srph');
  expect(fixture.sent().toString()).not.toContain('\r\n0\r\n');
  expect(fixture.requests).toMatchObject([{ status: null }]);
});

test('JSON above the limit is not replaced', async () => {
  const body = JSON.stringify({ fill: 'x'.repeat(2000), auth: { token: placeholder } });
  const fixture = await startFixture({ secrets: [token], limits: { replacedBodyBytes: 1000 } });
  fixture.send(post(body, json));
  await fixture.closed();
  expect(fixture.blocked).toEqual([['placeholder_misplaced', 'POST']]);
  expect(fixture.sent().toString()).not.toContain(value);
});

test('a secret of another host is refused everywhere', async () => {
  const other: BoundSecret = { ...token, locations: [{ host: 'other.example.com', in: ['authorization'] }] };
  const header = get('/', `Authorization: Bearer ${placeholder}`);
  await expectBlocked(header, 'placeholder_misplaced', { secrets: [other] });
  await expectBlocked(header, 'placeholder_misplaced', { secrets: [], allSecrets: [token] });
});

test('without TLS no value is sent', async () => {
  const setup: Setup = { isTls: false, rule: { protocol: 'http' } };
  const fixture = await expectBlocked(get('/', `Authorization: Bearer ${placeholder}`), 'placeholder_misplaced', setup);
  expect(fixture.uses).toEqual([]);
});
