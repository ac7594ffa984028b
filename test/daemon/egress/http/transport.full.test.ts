import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request as startRequest } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
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
