import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request as startRequest } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ConnectError } from '../../../../src-daemon/engine/egress/child/http-connection.ts';
import { until } from '../../../support/until.ts';
import { type Fixture, get, host, placeholder, post, requestText, startFixture, token, value } from './http-fixture.ts';

const hostField = `Host: ${host}`;
const withToken = `Authorization: Bearer ${placeholder}`;
const mebibyte = 1024 * 1024;

test('100 requests use one connection to the host', async () => {
  const fixture = await startFixture({
    secrets: [token],
    answer: (request, response) => request.resume().once('end', () => response.end(`${request.url} ${value}`)),
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agent.createConnection = () => fixture.client;
  for (let at = 0; at < 100; at++) {
    const request = startRequest({ agent, path: `/${at}`, method: at % 2 === 0 ? 'GET' : 'POST' });
    request.setHeader('Host', host).setHeader('Authorization', `Bearer ${placeholder}`);
    request.end(at % 2 === 0 ? undefined : 'body');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks = await response.toArray();
    expect(Buffer.concat(chunks).toString()).toBe(`/${at} ***`);
  }
  expect(fixture.connects()).toBe(1);
  expect(fixture.requests).toHaveLength(100);
  expect(fixture.blocked).toEqual([]);
});

test('the connection of the program can be any stream', async () => {
  const [client, program] = duplexPair();
  const fixture = await startFixture({ secrets: [token], rule: { methods: ['GET'] }, program });
  let received = '';
  client.on('data', (chunk) => {
    received += chunk;
  });
  client.write(get('/first', withToken));
  await until(() => received.includes('fine'));
  client.write(post('x'));
  await once(client, 'end');
  expect(received).toContain('HTTP/1.1 403 Forbidden');
  expect(program.destroyed).toBe(false);
  client.end();
  await until(() => program.destroyed);
  expect(fixture.connects()).toBe(1);
});

test('Expect: 100-continue is answered after the checks, and not sent on', async () => {
  const fixture = await startFixture({ secrets: [token] });
  const head = requestText('POST / HTTP/1.1', hostField, 'Content-Length: 4', 'Expect: 100-continue', withToken);
  fixture.send(head);
  await fixture.receive('HTTP/1.1 100 Continue\r\n\r\n');
  expect(fixture.sent()).toHaveLength(0);
  fixture.send('body');
  await fixture.receive('fine');
  expect(fixture.sent().toString()).toMatch(/\r\n\r\nbody$/);
  expect(fixture.sent().toString()).not.toContain('Expect');

  const refused = await startFixture({ rule: { methods: ['GET'] } });
  refused.send(head);
  expect(await refused.closed()).toMatch(/^HTTP\/1.1 403 /);
});

test('informational responses are dropped', async () => {
  const fixture = await startFixture({
    secrets: [token],
    answer: (_request, response) => {
      response.writeEarlyHints({ link: `<https://${value}>; rel=preload` });
      response.writeProcessing();
      response.end('fine');
    },
  });
  fixture.send(get('/', withToken));
  expect(await fixture.receive('fine')).toMatch(/^HTTP\/1.1 200 OK/);
  expect(fixture.requests).toMatchObject([{ status: 200 }]);
});

test('trailers of a request are dropped', async () => {
  const fixture = await startFixture();
  const head = requestText('POST / HTTP/1.1', hostField, 'Transfer-Encoding: chunked', 'Trailer: X-End');
  fixture.send(`${head}4\r\nbody\r\n0\r\nX-End: 1\r\n\r\n`);
  await fixture.receive('fine');
  expect(fixture.sent().toString()).toMatch(/Transfer-Encoding: chunked\r\n[\s\S]*\r\n\r\n4\r\nbody\r\n0\r\n\r\n$/);
  expect(fixture.sent().toString()).not.toContain('X-End');
});

/** Sends a chunked body and returns its hash. */
async function upload(fixture: Fixture, part: Buffer, size = 20 * mebibyte): Promise<string> {
  const hash = createHash('sha256');
  fixture.send(requestText('POST /up HTTP/1.1', hostField, 'Transfer-Encoding: chunked', withToken));
  for (let sent = 0; sent < size; sent += part.length) {
    hash.update(part);
    fixture.client.write(`${part.length.toString(16)}\r\n`);
    fixture.client.write(part);
    if (!fixture.client.write('\r\n')) await once(fixture.client, 'drain');
  }
  fixture.send('0\r\n\r\n');
  return hash.digest('hex');
}

test('a chunked upload of 20 MiB reaches the host unchanged', async () => {
  const hash = createHash('sha256');
  const fixture = await startFixture({
    secrets: [token],
    answer: async (request, response) => {
      for await (const chunk of request) hash.update(chunk);
      response.end('fine');
    },
  });
  const expected = await upload(fixture, Buffer.alloc(100_000, 'srph_ and more text. '));
  await fixture.receive('fine');
  expect(hash.digest('hex')).toBe(expected);
});

test('a host that does not read stops the program, and a program that does not read stops the host', async () => {
  const fixture = await startFixture({ secrets: [token], host: (socket) => setTimeout(() => socket.pause(), 0) });
  void upload(fixture, Buffer.alloc(mebibyte, 'x'), 200 * mebibyte);
  await sleep(2000);
  // The rest is in the buffers of the kernel.
  expect(fixture.client.bytesWritten).toBeLessThan(50 * mebibyte);
  expect(fixture.client.writableLength).toBeGreaterThan(0);

  let hostSocket: Socket | undefined;
  const reader = await startFixture({
    secrets: [token],
    answer: (request, response) => {
      hostSocket = request.socket;
      response.write(Buffer.alloc(50 * mebibyte, 'y'));
    },
  });
  reader.send(get('/', withToken));
  await reader.receive('yyy');
  reader.client.pause();
  await sleep(1000);
  expect(hostSocket?.writableLength).toBeGreaterThan(20 * mebibyte);
});

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

test('a program that closes its connection closes that to the host', async () => {
  let isClosed = false;
  const fixture = await startFixture({
    secrets: [token],
    answer: (request, response) => {
      response.write('begin.');
      request.socket.once('close', () => {
        isClosed = true;
      });
    },
  });
  fixture.send(get('/', withToken));
  await fixture.receive('begin.');
  fixture.client.destroy();
  await until(() => isClosed);
  expect(fixture.blocked).toEqual([]);
});

test('an early response is returned, and the rest of the body is still read', async () => {
  const fixture = await startFixture({
    answer: (request, response) => {
      response.writeHead(401).end('no');
      request.resume();
    },
  });
  fixture.send(requestText('POST / HTTP/1.1', hostField, 'Content-Length: 2000000'));
  fixture.send('x'.repeat(100_000));
  await fixture.receive('401 Unauthorized');
  fixture.send('x'.repeat(1_900_000));
  fixture.send(get('/next'));
  await until(() => fixture.requests.length === 2);
  expect(fixture.blocked).toEqual([]);
});

test('a POST without a body has a length', async () => {
  const fixture = await startFixture();
  fixture.send(
    requestText('POST / HTTP/1.1', hostField) + post('', 'X-Second: 1') + requestText('DELETE / HTTP/1.1', hostField),
  );
  await until(() => fixture.requests.length === 3);
  expect(
    fixture
      .sent()
      .toString()
      .match(/Content-Length: 0/g),
  ).toHaveLength(2);
  expect(fixture.sent().toString()).not.toContain('chunked');
});

test('HTTP/1.0 is served and its connection is closed', async () => {
  const fixture = await startFixture({ secrets: [token], answer: (_request, response) => response.end(`a ${value}`) });
  fixture.send(requestText('GET / HTTP/1.0', hostField, withToken));
  expect(await fixture.closed()).toMatch(/^HTTP\/1.1 200 OK[\s\S]*\r\n\r\na \*\*\*$/);
  expect(fixture.sent().toString()).toContain('GET / HTTP/1.1');
});

const handshake = (...fields: string[]) =>
  get('/socket', 'Connection: keep-alive, Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x', ...fields);
const accept = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n';

test('a WebSocket is refused without websocket in the rule', async () => {
  const fixture = await startFixture();
  fixture.send(handshake());
  const text = await fixture.closed();
  expect(text).toMatch(/^HTTP\/1.1 403 /);
  expect(text).toContain('X-Strongroom-Blocked: websocket_not_allowed');
  expect(text).toContain('websocket');
  expect(fixture.blocked).toEqual([['websocket_not_allowed', 'GET']]);
  expect(fixture.sent()).toHaveLength(0);
});

test('a WebSocket is joined, with a value in the handshake and a mask in the answer', async () => {
  const fixture = await startFixture({
    ...{ secrets: [token], rule: { websocket: true } },
    host: (socket) =>
      socket.once('data', () => {
        socket.write(`${accept}Sec-WebSocket-Accept: y\r\nX-Echo: ${value}\r\n\r\nfrom host`);
        socket.on('data', (chunk) => socket.write(`<${chunk}>`));
      }),
  });
  fixture.send(`${handshake(withToken)}early`);
  const text = await fixture.receive('from host');
  expect(text).toContain('HTTP/1.1 101 Switching Protocols\r\n');
  expect(text).toContain('X-Echo: ***\r\n');
  expect(fixture.sent().toString()).toContain(`Authorization: Bearer ${value}\r\n`);
  expect(fixture.sent().toString()).toContain('Connection: Upgrade\r\nUpgrade: websocket\r\n');
  await fixture.receive('<early>');
  fixture.send(`${placeholder}`);
  await fixture.receive(`<${placeholder}>`);
  expect(fixture.requests).toEqual([{ method: 'GET', path: '/socket', status: 101, secrets: ['TOKEN'] }]);
  fixture.client.end();
  await fixture.closed();
});

test('a WebSocket that the host refuses has an ordinary response', async () => {
  const fixture = await startFixture({
    ...{ secrets: [token], rule: { websocket: true } },
    answer: (_request, response) => response.writeHead(401).end(`no ${value}`),
  });
  fixture.send(handshake(withToken));
  const text = await fixture.closed();
  expect(text).toMatch(/^HTTP\/1.1 401 Unauthorized/);
  expect(text).toContain('no ***');
});

test.each([
  ['a body', handshake('Content-Length: 5')],
  ['another protocol', handshake('Upgrade: h2c')],
])('a WebSocket with %s is refused', async (_name, bytes) => {
  const fixture = await startFixture({ rule: { websocket: true } });
  fixture.send(bytes);
  expect(await fixture.closed()).toMatch(/^HTTP\/1.1 400 /);
  expect(fixture.sent()).toHaveLength(0);
});

test('a WebSocket is refused for its path, its Host and a misplaced placeholder', async () => {
  for (const [bytes, reason] of [
    [handshake(), 'path_not_allowed'],
    [handshake().replace(host, 'other.example.com'), 'host_mismatch'],
    [handshake(`Sec-WebSocket-Protocol: ${placeholder}`).replace('/socket', '/ok'), 'placeholder_misplaced'],
  ] as const) {
    const fixture = await startFixture({ secrets: [token], rule: { websocket: true, paths: ['/ok'] } });
    fixture.send(bytes);
    await fixture.closed();
    expect(fixture.blocked).toEqual([[reason, 'GET']]);
    expect(fixture.sent()).toHaveLength(0);
  }
});
