import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { networkLimits } from '../../../../src-shared/contracts/network/network-limits.ts';
import { get, host, placeholder, requestText, type Setup, startFixture, token } from './http-fixture.ts';

/** Sends bytes and expects a refusal that closes the connection, without a byte to the host. */
async function expectRefusal(bytes: string, expected: { status: number; reason: string }, setup: Setup = {}) {
  const fixture = await startFixture(setup);
  fixture.send(bytes);
  const text = await fixture.closed();
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${expected.status} `));
  expect(text).toContain(`X-Strongroom-Blocked: ${expected.reason}\r\n`);
  expect(text.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
  expect(text).toContain('Connection: close\r\n');
  expect(fixture.blocked.map(([reason]) => reason)).toEqual([expected.reason]);
  expect(fixture.sent()).toHaveLength(0);
  expect(fixture.requests).toEqual([]);
  return { text, fixture };
}

const bad = { status: 400, reason: 'bad_request' };
const chunkedBody = '0\r\n\r\n';
const hostField = `Host: ${host}`;

test.each([
  [
    'Content-Length and chunks',
    requestText('POST / HTTP/1.1', hostField, 'Content-Length: 5', 'Transfer-Encoding: chunked') + chunkedBody,
  ],
  [
    'chunks and Content-Length',
    requestText('POST / HTTP/1.1', hostField, 'Transfer-Encoding: chunked', 'Content-Length: 5') + chunkedBody,
  ],
  ['two lengths', `${requestText('POST / HTTP/1.1', hostField, 'Content-Length: 5', 'Content-Length: 6')}hello`],
  ['two equal lengths', `${requestText('POST / HTTP/1.1', hostField, 'Content-Length: 5', 'Content-Length: 5')}hello`],
  ['a list of lengths', `${requestText('POST / HTTP/1.1', hostField, 'Content-Length: 5, 5')}hello`],
  ['a signed length', `${requestText('POST / HTTP/1.1', hostField, 'Content-Length: +5')}hello`],
  ['a negative length', requestText('POST / HTTP/1.1', hostField, 'Content-Length: -1')],
  [
    'an unknown Transfer-Encoding',
    requestText('POST / HTTP/1.1', hostField, 'Transfer-Encoding: xchunked') + chunkedBody,
  ],
  ['two codings', requestText('POST / HTTP/1.1', hostField, 'Transfer-Encoding: gzip, chunked') + chunkedBody],
  [
    'chunked twice',
    requestText('POST / HTTP/1.1', hostField, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked') + chunkedBody,
  ],
  [
    'chunked, then identity',
    requestText('POST / HTTP/1.1', hostField, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity') +
      chunkedBody,
  ],
  [
    'a vertical tab before chunked',
    requestText('POST / HTTP/1.1', hostField, 'Transfer-Encoding: \x0bchunked') + chunkedBody,
  ],
  ['chunks in HTTP/1.0', requestText('POST / HTTP/1.0', hostField, 'Transfer-Encoding: chunked') + chunkedBody],
  ['two Hosts', requestText('GET / HTTP/1.1', hostField, 'Host: other.example.com')],
  ['two equal Hosts', requestText('GET / HTTP/1.1', hostField, hostField)],
  ['no Host', requestText('GET / HTTP/1.1')],
  ['no Host in HTTP/1.0', requestText('GET / HTTP/1.0')],
  ['the absolute form', requestText(`GET https://${host}/ HTTP/1.1`, hostField)],
  ['the absolute form of another host', requestText('GET http://other.example.com/ HTTP/1.1', hostField)],
  ['CONNECT', requestText(`CONNECT ${host}:443 HTTP/1.1`, hostField)],
  ['OPTIONS *', requestText('OPTIONS * HTTP/1.1', hostField)],
  ['a target without a slash', requestText('GET v1 HTTP/1.1', hostField)],
  ['a fragment', get('/v1#x')],
  ['a folded field', requestText('GET / HTTP/1.1', hostField, 'X-Long: a', ' b')],
  ['NUL in a value', get('/', 'X-Bad: a\0b')],
  ['NUL in a name', get('/', 'X-\0Bad: a')],
  ['a space before the colon', get('/', 'X-Bad : a')],
  ['a bare LF after the head', `GET / HTTP/1.1\nHost: ${host}\n\n`],
  ['a bare LF after a field', `GET / HTTP/1.1\r\nHost: ${host}\nX-A: b\r\n\r\n`],
  ['a bare CR', `GET / HTTP/1.1\r\nHost: ${host}\rX-A: b\r\n\r\n`],
  ['an unknown method', requestText('HACK / HTTP/1.1', hostField)],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['an unknown expectation', get('/', 'Expect: wonders')],
  [
    'a bad chunk size',
    `${requestText('POST / HTTP/1.1', hostField, 'Transfer-Encoding: chunked')}zz\r\nhello\r\n0\r\n\r\n`,
  ],
])('%s is refused and nothing reaches the host', async (_name, bytes) => {
  await expectRefusal(bytes, bad, { secrets: [token] });
});

test.each([
  ['another name', 'Host: other.example.com', {}],
  ['a name below', `Host: x.${host}`, {}],
  ['a final dot', `Host: ${host}.`, {}],
  ['another port', `Host: ${host}:8443`, {}],
  ['no port where it is not the default', `Host: ${host}`, { port: 8443 }],
  ['the port of TLS without TLS', `Host: ${host}:443`, { isTls: false, rule: { protocol: 'http' } }],
  ['user information', `Host: user@${host}`, {}],
  ['an empty value', 'Host:', {}],
] as [string, string, Setup][])('a Host with %s is refused', async (_name, field, setup) => {
  await expectRefusal(requestText('GET / HTTP/1.1', field), { status: 403, reason: 'host_mismatch' }, setup);
});

test.each([
  [`Host: ${host}:443`, {}, `Host: ${host}\r\n`],
  ['HOST: API.example.com', {}, `Host: ${host}\r\n`],
  [`Host: ${host}:8443`, { port: 8443 }, `Host: ${host}:8443\r\n`],
  [`Host: ${host}:80`, { isTls: false, rule: { protocol: 'http' } }, `Host: ${host}\r\n`],
] as [string, Setup, string][])('%s is accepted, and the host gets one Host', async (field, setup, expected) => {
  const fixture = await startFixture(setup);
  fixture.send(requestText('GET / HTTP/1.1', field));
  await fixture.receive('fine');
  expect(fixture.sent().toString()).toContain(expected);
  expect(
    fixture
      .sent()
      .toString()
      .match(/^host:/gim),
  ).toHaveLength(1);
});

const rest = { methods: ['GET', 'POST'], paths: ['/v1/*/items', '/v2/**'] };
const denied = (reason: string) => ({ status: 403, reason });

test.each(['/v1/a/items', '/v1/a%20b/items', '/v2', '/v2/', '/v2/a/b?x=/../y', '/v2/a%3Fb', '/%762/a', '/v2/...'])(
  'the path %s is allowed',
  async (target) => {
    const fixture = await startFixture({ rule: rest });
    fixture.send(get(target));
    await fixture.receive('fine');
    expect(fixture.sent().toString()).toContain(`GET ${target} HTTP/1.1`);
  },
);

test.each([
  ...['/', '/v1/items', '/v1//items', '/v1/a/b/items', '/v1/a/items/', '/v3', '/V2', '/v2/../v3', '/v2/%2e%2e/v3'],
  ...['/v2/.%2E/v3', '/v2/./x', '/v2/%2e', '/v2/..;/v3', '/v2/..;a=b/v3', '/v2/a%2Fb', '/v2/a%5cb', '/v2/a\\b'],
  ...['/v2/a%00', '/v2/%ff', '/v2/%c0%ae%c0%ae/', '/v2/%zz', '/v2/%252e%252e/v3', '/v2/%252fx'],
])('the path %s is refused', async (target) => {
  await expectRefusal(get(target), denied('path_not_allowed'), { rule: rest });
});

test('without paths in the rule, a path with an encoded slash is sent as it is', async () => {
  const fixture = await startFixture();
  fixture.send(get('/projects/a%2Fb/../c'));
  await fixture.receive('fine');
  expect(fixture.sent().toString()).toContain('GET /projects/a%2Fb/../c HTTP/1.1');
});

test('a method that the rule does not name is refused with a hint', async () => {
  const { text, fixture } = await expectRefusal(
    requestText('DELETE /v2/a HTTP/1.1', hostField),
    denied('method_not_allowed'),
    { rule: rest },
  );
  expect(text).toContain('add it to \\"methods\\" of the rule');
  expect(fixture.blocked).toEqual([['method_not_allowed', 'DELETE']]);
  await expectRefusal(requestText('HEAD /v2/a HTTP/1.1', hostField), denied('method_not_allowed'), {
    rule: { methods: ['GET'] },
  });
});

test('fields that override the checked method or path are dropped', async () => {
  const fixture = await startFixture({ rule: rest });
  fixture.send(get('/v2/a', 'X-HTTP-Method-Override: DELETE', 'X-Original-URL: /admin', 'X-Kept: 1'));
  await fixture.receive('fine');
  const sent = fixture.sent().toString();
  expect(sent).toContain('X-Kept: 1');
  expect(sent).not.toMatch(/override|original/i);
});

test('fields of the connection, and those that Connection names, are not sent on', async () => {
  const fixture = await startFixture();
  const fields = ['Connection: keep-alive, X-Secret-Hop, host', 'X-Secret-Hop: 1', 'TE: trailers', 'Keep-Alive: 5'];
  fixture.send(
    get('/', ...fields, 'Proxy-Authorization: a', 'Proxy-Connection: keep-alive', 'Upgrade: h2c', 'X-End: 1'),
  );
  await fixture.receive('fine');
  expect(fixture.sent().toString()).toBe(
    requestText('GET / HTTP/1.1', hostField, 'X-End: 1', 'Connection: keep-alive'),
  );
});

test('headers of 17 KiB are answered with 431', async () => {
  await expectRefusal(get('/', `X-Long: ${'a'.repeat(17 * 1024)}`), { status: 431, reason: 'too_large' });
  expect(networkLimits.headerBytes).toBe(16 * 1024);
});

test('headers that arrive byte by byte are answered with 408', async () => {
  const fixture = await startFixture({ limits: { headersMs: 200, headersCheckMs: 20 } });
  const text = get('/');
  for (let at = 0; at < text.length && !fixture.isClosed(); at++) {
    fixture.send(text.slice(at, at + 1));
    await sleep(20);
  }
  const received = await fixture.closed();
  expect(received).toMatch(/^HTTP\/1.1 408 /);
  expect(received).toContain('X-Strongroom-Blocked: timeout');
  expect(fixture.blocked).toEqual([['timeout', undefined]]);
  expect(fixture.sent()).toHaveLength(0);
});

test('a body that stops is answered with 408, and an idle connection stays open', async () => {
  const fixture = await startFixture({ limits: { headersMs: 200, headersCheckMs: 20, bodyMs: 200 } });
  fixture.send(get('/first'));
  await fixture.receive('fine');
  await sleep(400);
  expect(fixture.isClosed()).toBe(false);
  fixture.send(requestText('POST / HTTP/1.1', hostField, 'Content-Length: 5'));
  await fixture.receive('HTTP/1.1 408 ');
  expect(fixture.blocked).toEqual([['timeout', 'POST']]);
});

test('refusals contain no value and no placeholder', async () => {
  const fixture = await startFixture({ secrets: [token] });
  fixture.send(get(`/${placeholder}`, `Authorization: Bearer ${placeholder}`));
  const text = await fixture.closed();
  expect(text).not.toContain(placeholder);
  expect(text).not.toContain(token.value);
});
