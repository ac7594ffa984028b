/** The connection of the program as it is in the child: TLS within a stream that is no socket. */
import { once } from 'node:events';
import { type Duplex, duplexPair } from 'node:stream';
import { connect, createSecureContext, type TLSSocket, TLSSocket as Tls } from 'node:tls';
import { expect, test } from 'vitest';
import { makeCertificate } from '../../../support/network/certificate.ts';
import { until } from '../../../support/until.ts';
import { type Fixture, get, host, placeholder, post, type Setup, startFixture, token, value } from './http-fixture.ts';

const certificate = makeCertificate(host);

interface TlsFixture extends Fixture {
  secure: TLSSocket;
  text(): string;
  /** The stream below the TLS of the child. */
  inner: Duplex;
}

async function startTls(setup: Setup): Promise<TlsFixture> {
  const [outer, inner] = duplexPair();
  const program = new Tls(inner, { isServer: true, secureContext: createSecureContext(certificate) });
  program.on('error', () => {});
  program.once('close', () => inner.destroy());
  const secure = connect({ socket: outer, servername: host, ca: certificate.authority });
  const chunks: Buffer[] = [];
  secure.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
  // A program closes its side as well; here, the stream below would let it open.
  secure.once('end', () => secure.end());
  await once(secure, 'secureConnect');
  const fixture = await startFixture({ secrets: [token], ...setup, program });
  return { ...fixture, secure, inner, text: () => Buffer.concat(chunks).toString() };
}

test('requests are served one after the other, with large responses and back-pressure', async () => {
  const fixture = await startTls({
    answer: (request, response) =>
      response.end(`${request.url} ${value} ${'x'.repeat(3_000_000)} end of ${request.url}`),
  });
  for (const path of ['/a', '/b', '/c']) {
    fixture.secure.write(get(path, `Authorization: Bearer ${placeholder}`));
    await until(() => fixture.text().includes(`end of ${path}`) || fixture.secure.closed);
    expect([path, fixture.blocked, fixture.secure.closed]).toEqual([path, [], false]);
  }
  expect(fixture.text()).toContain('/c *** xxx');
  expect(fixture.text()).not.toContain(value);
  expect(fixture.connects()).toBe(1);
});

test('a refusal arrives whole, and the stream is destroyed after the program has ended its side', async () => {
  const fixture = await startTls({ rule: { methods: ['GET'] } });
  fixture.secure.pause();
  fixture.secure.write(post('x'));
  await until(() => fixture.blocked.length === 1);
  expect(fixture.inner.destroyed).toBe(false);
  fixture.secure.resume();
  await once(fixture.secure, 'end');
  expect(fixture.text()).toMatch(/^HTTP\/1.1 403 [\s\S]*"method_not_allowed"[\s\S]*\}\n$/);
  await until(() => fixture.inner.destroyed);
});

test('bytes that are no HTTP are answered with 400', async () => {
  const fixture = await startTls({});
  fixture.secure.write(`GET / HTTP/1.1\nHost: ${host}\n\n`);
  await once(fixture.secure, 'end');
  expect(fixture.text()).toMatch(/^HTTP\/1.1 400 /);
});

test('a WebSocket is joined', async () => {
  const fixture = await startTls({
    rule: { websocket: true },
    host: (socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
        socket.on('data', (chunk) => socket.write(`<${chunk}>`));
      }),
  });
  fixture.secure.write(get('/', 'Connection: Upgrade', 'Upgrade: websocket', `Authorization: Bearer ${placeholder}`));
  await until(() => fixture.text().includes('101 Switching Protocols'));
  fixture.secure.write('hello');
  await until(() => fixture.text().includes('<hello>'));
  fixture.secure.end();
  await until(() => fixture.inner.destroyed);
});

test('a program that closes its side first leaves no connection open', async () => {
  let isHostClosed = false;
  const fixture = await startTls({
    host: (socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine'));
      socket.once('close', () => {
        isHostClosed = true;
      });
    },
  });
  fixture.secure.write(get('/'));
  await until(() => fixture.text().includes('fine'));
  fixture.secure.end();
  await until(() => fixture.inner.destroyed && isHostClosed);
  expect(fixture.blocked).toEqual([]);
});
