import { expect, test } from 'vitest';
import { ConnectError } from '../../../../src-daemon/egress/child/http-connection.ts';
import { get, placeholder, startFixture, token, value } from './http-fixture.ts';

const withToken = `Authorization: Bearer ${placeholder}`;

test('a rejected connection is answered with its reason, and no value is sent', async () => {
  for (const reason of ['bad_certificate', 'closed_address', 'name_not_found', 'connect_failed'] as const) {
    const connect = () => Promise.reject(new ConnectError(reason));
    const fixture = await startFixture({ secrets: [token], connect });
    fixture.send(get('/', withToken));
    const text = await fixture.closed();
    expect(text).toMatch(/^HTTP\/1.1 502 /);
    expect(text).toContain(`X-Strongroom-Blocked: ${reason}`);
    expect(fixture.blocked).toEqual([[reason, 'GET']]);
    expect(fixture.requests).toEqual([]);
  }
});

test.each([
  ['no HTTP', 'SSH-2.0-x\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['an unknown Transfer-Encoding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
  ['headers of 17 KiB', `HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(17 * 1024)}\r\n\r\n`],
  ['101 that was not asked for', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
  ['nothing', ''],
])('a response with %s is answered with 502', async (_name, bytes) => {
  const fixture = await startFixture({
    secrets: [token],
    host: (socket) => socket.once('data', () => socket.end(bytes)),
  });
  fixture.send(get('/', withToken));
  const text = await fixture.closed();
  expect(text).toMatch(/^HTTP\/1.1 502 /);
  expect(fixture.blocked).toEqual([['bad_response', 'GET']]);
  expect(fixture.requests).toMatchObject([
    { status: bytes.includes('gzip') ? 200 : bytes.includes('101') ? 101 : null },
  ]);
});

test('a host that closes its connection after a response ends that of the program', async () => {
  const announced = await startFixture({
    answer: (_request, response) => response.setHeader('Connection', 'close').end('fine'),
  });
  announced.send(get('/'));
  expect(await announced.closed()).toContain('Connection: close');

  const silent = await startFixture({
    answer: (request, response) => response.end('fine', () => setTimeout(() => request.socket.destroy(), 50)),
  });
  silent.send(get('/'));
  expect(await silent.closed()).toContain('fine');
  expect(silent.blocked).toEqual([]);
  expect(silent.connects()).toBe(1);
});

test('bytes that the host sends between two responses end the connection', async () => {
  const fixture = await startFixture({
    host: (socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine');
        setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil'), 50);
      }),
  });
  fixture.send(get('/'));
  expect(await fixture.closed()).not.toContain('evil');
});

test.each([
  ['by closing the connection', (part: string) => `HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n${part}`],
  ['in a chunk', (part: string) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n${part}`],
  [
    'by a bad chunk',
    (part: string) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n${part}`,
  ],
])('a response that breaks off %s shows no value, whole or in part', async (_how, response) => {
  for (const part of [value, `line\n${value}\n`, value.slice(0, -1), `x${value.slice(0, 8)}`]) {
    const fixture = await startFixture({
      secrets: [token],
      host: (socket) => socket.once('data', () => socket.write(response(part), () => socket.resetAndDestroy())),
    });
    fixture.send(get('/', withToken));
    expect(await fixture.closed()).not.toContain(value.slice(0, 8));
  }
});
