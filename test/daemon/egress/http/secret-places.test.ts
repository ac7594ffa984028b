import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { BoundSecret } from '../../../../src-daemon/egress/policy.ts';
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

test.each([
  ['a header', '/', `Authorization: Bearer ${placeholder}`],
  ['a parameter', `/?key=${placeholder}`, 'X-Other: 1'],
])('a placeholder in the JSON body is replaced next to one of the same secret in %s', async (_, target, field) => {
  const body = JSON.stringify({ auth: { token: placeholder } });
  const lines = [`POST ${target} HTTP/1.1`, `Host: ${host}`, json, field, `Content-Length: ${body.length}`];
  const { sent, fixture } = await sentFor(requestText(lines[0] ?? '', ...lines.slice(1)) + body);
  expect(sent).not.toContain(placeholder);
  expect(sent).toContain(JSON.stringify({ auth: { token: value } }));
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

test('a pattern of hosts applies to the names below it', async () => {
  const below: BoundSecret = { ...token, locations: [{ host: '*.example.com', in: ['authorization'] }] };
  await sentFor(get('/', `Authorization: Bearer ${placeholder}`), { secrets: [below] });
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

test('two secrets are replaced in their own locations', async () => {
  const second: BoundSecret = {
    ...{ name: 'SECOND', placeholder: 'srph_SECOND_zyxwvutsrqponmlkjihgfe', value: 'second-value' },
    locations: [{ host, in: ['x-api-key'] }],
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
