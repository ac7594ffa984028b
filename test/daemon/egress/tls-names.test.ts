/** TLS connections that pass through: the ClientHello must name the host. */
import { once } from 'node:events';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureHello } from '../../support/egress/capture-hello.ts';
import { serveInside } from '../../support/egress/start-egress.ts';
import { startTlsUpstream, type Upstream } from '../../support/egress/upstream.ts';
import { makeCertificate } from '../../support/network/certificate.ts';

const host = 'api.example.com';
const { key, cert, authority } = makeCertificate(host);
let upstream: Upstream;

beforeAll(async () => {
  upstream = await startTlsUpstream({ key, cert, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => socket.pipe(socket));
});
afterAll(() => upstream.stop());

async function open(limits: Parameters<typeof serveInside>[0] = {}) {
  const egress = serveInside(limits);
  const ca = await egress.start({ rules: [{ host, address: '127.0.0.1', ports: [upstream.port] }] });
  expect(ca).toBe('');
  return { egress, connection: egress.open(`tcp ${host} ${upstream.port}`) };
}

test.each([host, 'API.example.com'])('TLS for %s passes through to the certificate of the host', async (servername) => {
  const { egress, connection } = await open();
  const client = connect({ socket: connection.stream, servername, ca: authority, ALPNProtocols: ['h2'] });
  await once(client, 'secureConnect');
  expect(client.alpnProtocol).toBe('h2');
  client.write('ping');
  expect(String((await once(client, 'data'))[0])).toBe('ping');
  client.end();
  const close = await egress.event({ phase: 'close' });
  expect(close.bytesIn).toBeGreaterThan(500);
  expect(egress.events().map(({ phase }) => phase)).toEqual(['open', 'close']);
});

test('a hello in single bytes passes through', async () => {
  const { egress, connection } = await open();
  for (const byte of await captureHello({ servername: host })) {
    connection.stream.write(Buffer.from([byte]));
    await new Promise(setImmediate);
  }
  const [answer] = (await once(connection.stream, 'data')) as [Buffer];
  expect(answer[0]).toBe(22);
  expect(egress.events('open').length).toBe(1);
});

test.each<[string, string | undefined]>([
  ['another name', 'other.example.com'],
  ['a longer name', 'api.example.com.evil.com'],
  ['no name', undefined],
])('a hello with %s is blocked and nothing reaches the host', async (_, servername) => {
  const before = upstream.count;
  const { egress, connection } = await open();
  connection.stream.write(await captureHello(servername === undefined ? {} : { servername }));
  expect(await egress.event({ phase: 'blocked' })).toMatchObject({
    reason: 'sni_mismatch',
    host,
    rule: 0,
    bytesOut: 0,
  });
  await connection.closed;
  expect(connection.isClosedByChild).toBe(true);
  expect(upstream.count).toBe(before);
});

test.each(['GET / HTTP/1.1\r\n\r\n', '\0'])('%j is not TLS', async (text) => {
  const before = upstream.count;
  const { egress, connection } = await open();
  connection.stream.write(text);
  expect((await egress.event({ phase: 'blocked' })).reason).toBe('not_tls');
  await connection.closed;
  expect(upstream.count).toBe(before);
});

test('the beginning of a hello, and then the end, is not TLS', async () => {
  const { egress, connection } = await open();
  connection.stream.end((await captureHello({ servername: host })).subarray(0, 50));
  expect((await egress.event({ phase: 'blocked' })).reason).toBe('not_tls');
});

test('a program that connects and leaves is not reported', async () => {
  const { egress, connection } = await open();
  connection.stream.end();
  await connection.closed;
  expect(egress.events()).toEqual([]);
});

test('a hello has a time limit', async () => {
  const { egress, connection } = await open({ headersMs: 100 });
  connection.stream.write((await captureHello({ servername: host })).subarray(0, 50));
  expect((await egress.event({ phase: 'blocked' })).reason).toBe('timeout');
  await connection.closed;
});
