import { expect, test } from 'vitest';
import { until } from '../../../support/until.ts';
import { type Fixture, get, host, requestText, startFixture } from './http-fixture.ts';

const hostField = `Host: ${host}`;
const rest = { methods: ['GET', 'POST'], paths: ['/v1/*/items', '/v2/**'] };

async function expectTwo(fixture: Fixture): Promise<void> {
  await until(() => fixture.requests.length === 2);
  await fixture.receive('fine');
}

test('pipelined requests are checked and answered one by one, in order', async () => {
  const fixture = await startFixture({ answer: (request, response) => response.end(`answer to ${request.url}`) });
  fixture.send(get('/first') + get('/second'));
  await expectTwo({ ...fixture, receive: () => fixture.receive('answer to /second') });
  expect(fixture.received().indexOf('/first')).toBeLessThan(fixture.received().indexOf('/second'));
  expect(fixture.connects()).toBe(1);
});

test('a pipelined request that is not allowed ends the connection, and the next one is not read', async () => {
  const fixture = await startFixture({ rule: rest });
  fixture.send(get('/v2/a') + get('/admin') + get('/v2/b'));
  const text = await fixture.closed();
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403']);
  expect(fixture.sent().toString()).toContain('/v2/a');
  expect(fixture.sent().toString()).not.toMatch(/admin|v2\/b/);
});

test('a request within the body of another stays a body', async () => {
  const fixture = await startFixture({ rule: rest });
  const hidden = requestText('DELETE /admin HTTP/1.1', hostField);
  fixture.send(requestText('POST /v2/a HTTP/1.1', hostField, `Content-Length: ${hidden.length}`) + hidden);
  await fixture.receive('fine');
  expect(fixture.requests.map(({ path }) => path)).toEqual(['/v2/a']);
  expect(fixture.sent().toString().endsWith(hidden)).toBe(true);
});

test('what follows a body is a request of its own', async () => {
  const fixture = await startFixture({ rule: rest });
  const hidden = requestText('DELETE /v2/a HTTP/1.1', hostField);
  fixture.send(requestText('POST /v2/a HTTP/1.1', hostField, 'Content-Length: 0') + hidden);
  await fixture.closed();
  expect(fixture.blocked).toEqual([['method_not_allowed', 'DELETE']]);
  expect(fixture.sent().toString()).not.toContain('DELETE');
});

test('a program that sends many requests ahead loses its connection', async () => {
  const fixture = await startFixture({ answer: () => {} });
  fixture.send(get('/').repeat(100));
  await fixture.closed();
  expect(fixture.blocked).toEqual([['limit', 'GET']]);
});
