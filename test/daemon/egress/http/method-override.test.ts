/** Names by which frameworks replace the method that a rule has checked: in headers, parameters and bodies. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { get, host, requestText, type Setup, startFixture } from './http-fixture.ts';

const rule = { methods: ['GET', 'POST'] };
const setup: Setup = { secrets: [], rule };

function post(type: string, body: string | Buffer, ...fields: string[]): Buffer {
  const bytes = Buffer.from(body);
  const head = requestText(
    'POST / HTTP/1.1',
    `Host: ${host}`,
    `Content-Type: ${type}`,
    `Content-Length: ${bytes.length}`,
    ...fields,
  );
  return Buffer.concat([Buffer.from(head), bytes]);
}

const form = 'application/x-www-form-urlencoded';
const multipart = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n--b--\r\n`;

describe('a rule with methods', () => {
  test.each([
    'X-HTTP-Method-Override',
    'X_HTTP_Method_Override',
    'x-http_method.override',
    'X-HTTP-Method',
    'X_Method_Override',
    'X-Original-URL',
    'X_Rewrite_Url',
  ])('drops the header %s', async (name) => {
    const fixture = await startFixture(setup);
    fixture.send(get('/', `${name}: DELETE`, 'X-Kept: yes'));
    await fixture.receive('HTTP/1.1 200');
    expect(fixture.sent().toString()).toMatch(/X-Kept/);
    expect(fixture.sent().toString()).not.toMatch(/override|original|rewrite|method/i);
  });

  test.each<[string, string | Buffer]>([
    ['in the query', get('/?_method=DELETE')],
    ['in the query, encoded', get('/?a=1&%5Fmeth%6Fd=delete')],
    ['in the query, in the spelling of an older framework', get('/?_METHOD=PUT')],
    ['in the query, as PHP reads it', get('/?+.method=PUT')],
    ['in the query, with the name of a header', get('/?x-http-method-override=PUT')],
    ['in a form', post(form, 'a=1&_method=DELETE&b=2')],
    ['at the end of a form', post(`${form}; charset=utf-8`, 'a=1&_method=DELETE')],
    ['in a form, encoded', post(form.toUpperCase(), '%5fmethod=%44ELETE')],
    ['in a compressed form', post(form, gzipSync('_method=DELETE'), 'Content-Encoding: gzip')],
    ['in a multipart form', post('multipart/form-data; boundary=b', multipart('"_method"', 'PUT'))],
    ['in a multipart form, without quotes', post('multipart/form-data; boundary=b', multipart('_method', 'PUT'))],
    ['in JSON', post('application/json', '{"a":{"b":"c"},"_method":"DELETE"}')],
    ['in JSON, escaped', post('application/vnd.api+json', '{ "\\u005fmethod" : "DELETE" }')],
  ])('refuses another method %s', async (_part, bytes) => {
    const fixture = await startFixture(setup);
    fixture.send(bytes);
    expect(await fixture.closed()).toContain('X-Strongroom-Blocked: method_not_allowed\r\n');
    expect(fixture.sent().toString()).not.toMatch(/method/i);
  });

  test.each<[string, string | Buffer]>([
    ['a method that it allows', post(form, '_method=post')],
    ['another name', post(form, 'payment_method=DELETE&method=DELETE&_methods=DELETE')],
    ['a name deeper in JSON', post('application/json', '{"rpc":{"_method":"DELETE"},"list":["_method","DELETE"]}')],
    ['a text with the name', post('application/json', '{"text":"_method","other":"DELETE"}')],
    ['a file with the name', post('multipart/form-data; boundary=b', multipart('"file"', 'name="_method"\r\n\r\nPUT'))],
    ['a body of another kind', post('text/plain', '_method=DELETE')],
  ])('lets %s through', async (_what, bytes) => {
    const fixture = await startFixture(setup);
    fixture.send(bytes);
    await fixture.receive('HTTP/1.1 200');
  });

  test('finds a name that comes in pieces, in a long body', async () => {
    const fixture = await startFixture(setup);
    const body = `a=${'x'.repeat(100_000)}&_method=DELETE`;
    fixture.send(
      requestText('POST / HTTP/1.1', `Host: ${host}`, `Content-Type: ${form}`, 'Transfer-Encoding: chunked'),
    );
    for (const part of body.match(/.{1,9999}/g) ?? []) fixture.send(`${part.length.toString(16)}\r\n${part}\r\n`);
    fixture.send('0\r\n\r\n');
    expect(await fixture.closed()).toContain('X-Strongroom-Blocked: method_not_allowed\r\n');
  });
});

test('a rule without methods passes all of it on', async () => {
  const fixture = await startFixture({ secrets: [] });
  fixture.send(post(form, '_method=DELETE', 'X-HTTP-Method-Override: DELETE'));
  await fixture.receive('HTTP/1.1 200');
  expect(fixture.sent().toString()).toMatch(/X-HTTP-Method-Override: DELETE/);
});
