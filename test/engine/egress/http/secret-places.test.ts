import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { BoundSecret } from '../../../../src-daemon/engine/egress/policy.ts';
import {
  type Fixture,
  get,
  host,
  placeholder,
  post,
  requestText,
  type Setup,
  startFixture,
  token,
  value,
} from './http-fixture.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const json = 'Content-Type: application/json';

async function sentFor(bytes: string, setup: Setup = {}): Promise<{ sent: string; fixture: Fixture }> {
  const fixture = await startFixture({ secrets: [token], ...setup });
  fixture.send(bytes);
  await fixture.receive('fine');
  expect(fixture.blocked).toEqual([]);
  return { sent: fixture.sent().toString(), fixture };
}

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

test('a placeholder in an allowed header is replaced after the use is recorded', async () => {
  const { sent, fixture } = await sentFor(get('/v1?q=1', `Authorization: Bearer ${placeholder}`));
  expect(sent).toContain(`Authorization: Bearer ${value}\r\n`);
  expect(sent).not.toContain(placeholder);
  expect(fixture.uses).toEqual(['TOKEN']);
  expect(fixture.requests).toEqual([{ method: 'GET', path: '/v1', status: 200, secrets: ['TOKEN'] }]);
});

test('the name of the header can be in any case, and the placeholder within the value', async () => {
  const { sent } = await sentFor(get('/', `X-API-KEY: a=${placeholder};b=${placeholder}`));
  expect(sent).toContain(`X-API-KEY: a=${value};b=${value}\r\n`);
});

test('a placeholder in Basic is replaced within the decoded text', async () => {
  const { sent } = await sentFor(get('/', `Authorization: Basic ${base64(`user:${placeholder}`)}`));
  expect(sent).toContain(`Authorization: Basic ${base64(`user:${value}`)}\r\n`);
});

test('Basic without a placeholder stays as it is', async () => {
  const { sent, fixture } = await sentFor(get('/', 'Authorization: basic dXNlcjpwYXNz'));
  expect(sent).toContain('Authorization: basic dXNlcjpwYXNz\r\n');
  expect(fixture.uses).toEqual([]);
});

test('a placeholder in an allowed parameter is replaced and encoded, and the others stay as they are', async () => {
  const { sent } = await sentFor(get(`/v1?a=%41+b&key=x-${placeholder}&c`));
  expect(sent).toContain(`GET /v1?a=%41+b&key=${encodeURIComponent(`x-${value}`)}&c HTTP/1.1`);
});

test('a percent-encoded placeholder in an allowed parameter is replaced', async () => {
  const encoded = placeholder.replaceAll('_', '%5f');
  const { sent } = await sentFor(get(`/v1?key=${encoded}`));
  expect(sent).toContain(`GET /v1?key=${encodeURIComponent(value)} HTTP/1.1`);
});

test('a placeholder at a JSON pointer is replaced, and the length fits', async () => {
  const body = `{"big": 12345678901234567890, "auth": {"token": "Bearer ${placeholder}"}, "__proto__": 1}`;
  const { sent, fixture } = await sentFor(post(body, json));
  const [head = '', sentBody = ''] = sent.split('\r\n\r\n');
  expect(JSON.parse(sentBody).auth.token).toBe(`Bearer ${value}`);
  expect(sentBody).toContain('12345678901234567890');
  expect(sentBody).toContain('"__proto__":1');
  expect(head).toContain(`Content-Length: ${sentBody.length}`);
  expect(fixture.uses).toEqual(['TOKEN']);
});

test('JSON in chunks is replaced as well', async () => {
  const fixture = await startFixture({ secrets: [token] });
  const body = JSON.stringify({ auth: { token: placeholder } });
  fixture.send(requestText('POST / HTTP/1.1', `Host: ${host}`, `${json}; charset=utf-8`, 'Transfer-Encoding: chunked'));
  for (const char of body) {
    fixture.send(`1\r\n${char}\r\n`);
    await sleep(1);
  }
  fixture.send('0\r\n\r\n');
  await fixture.receive('fine');
  expect(fixture.sent().toString()).toContain(JSON.stringify({ auth: { token: value } }));
});

test('JSON without a placeholder stays as it is', async () => {
  const body = '{ "auth" : {"token": 1e400 } }';
  expect((await sentFor(post(body, json))).sent.endsWith(body)).toBe(true);
});

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
  const other: BoundSecret = { ...token, places: [{ host: 'other.example.com', in: ['authorization'] }] };
  const header = get('/', `Authorization: Bearer ${placeholder}`);
  await expectBlocked(header, 'placeholder_misplaced', { secrets: [other] });
  await expectBlocked(header, 'placeholder_misplaced', { secrets: [], allSecrets: [token] });
});

test('a pattern of hosts applies to the names below it', async () => {
  const below: BoundSecret = { ...token, places: [{ host: '*.example.com', in: ['authorization'] }] };
  await sentFor(get('/', `Authorization: Bearer ${placeholder}`), { secrets: [below] });
});

test('without TLS no value is sent', async () => {
  const setup: Setup = { isTls: false, rule: { protocol: 'http' } };
  const fixture = await expectBlocked(get('/', `Authorization: Bearer ${placeholder}`), 'placeholder_misplaced', setup);
  expect(fixture.uses).toEqual([]);
});

test('a use that is not recorded is not sent', async () => {
  await expectBlocked(get('/', `Authorization: Bearer ${placeholder}`), 'secret_unusable', {
    recordUse: async () => false,
  });
});

test.each([
  ['CR LF', 'secret\r\nX-Injected: 1'],
  ['LF', 'secret\n'],
  ['NUL', 'sec\0ret'],
  ['a control character', 'sec\x1bret'],
  ['a lone surrogate', 'secret\ud800'],
])('a value with %s is refused', async (_name, bad) => {
  const secret = { ...token, value: bad };
  await expectBlocked(get('/', `Authorization: Bearer ${placeholder}`), 'secret_unusable', { secrets: [secret] });
  if (bad.includes('\x1b')) return;
  await expectBlocked(get(`/?key=${placeholder}`), 'secret_unusable', { secrets: [secret] });
  const body = JSON.stringify({ auth: { token: placeholder } });
  await expectBlocked(post(body, json), 'secret_unusable', { secrets: [secret] });
});

test('a value that is not ASCII is sent as UTF-8', async () => {
  const { sent } = await sentFor(get('/', `X-Api-Key: ${placeholder}`), {
    secrets: [{ ...token, value: 'schlüssel-€$&' }],
  });
  expect(sent).toContain('X-Api-Key: schlüssel-€$&\r\n');
});

test('two secrets are replaced in their own places', async () => {
  const second: BoundSecret = {
    ...{ name: 'SECOND', placeholder: 'srph_SECOND_zyxwvutsrqponmlkjihgfe', value: 'second-value' },
    places: [{ host, in: ['x-api-key'] }],
  };
  const secrets = [token, second];
  const { sent, fixture } = await sentFor(
    get('/', `Authorization: Bearer ${placeholder}`, `X-Api-Key: ${second.placeholder}`),
    { secrets },
  );
  expect(sent).toContain(`Authorization: Bearer ${value}\r\nX-Api-Key: second-value\r\n`);
  expect(fixture.uses).toEqual(['TOKEN', 'SECOND']);
  await expectBlocked(get('/', `Authorization: Bearer ${second.placeholder}`), 'placeholder_misplaced', { secrets });
});

test('on a connection with secrets, the host is asked for whole responses without encoding', async () => {
  const fields = ['Accept-Encoding: gzip, br', 'Range: bytes=0-9', 'If-Range: "x"'];
  const { sent } = await sentFor(get('/', ...fields));
  expect(sent).toContain('Accept-Encoding: identity\r\n');
  expect(sent).not.toMatch(/range|gzip/i);
  const plain = await sentFor(get('/', ...fields), { secrets: [] });
  for (const field of fields) expect(plain.sent).toContain(`${field}\r\n`);
});
