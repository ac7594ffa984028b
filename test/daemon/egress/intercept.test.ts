/** Connections whose requests are read: the certificate for the program, and the one of the host. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect, type SecureVersion, type TlsOptions } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { createRunAuthority } from '../../../src-daemon/egress/child/authority/run-authority.ts';
import type { HttpConnection } from '../../../src-daemon/egress/child/http-connection.ts';
import { wireFrame } from '../../../src-daemon/wire/wire.ts';
import { captureHello } from '../../support/egress/capture-hello.ts';
import type { EgressPeer } from '../../support/egress/egress-peer.ts';
import { serveInside } from '../../support/egress/start-egress.ts';
import { startTlsUpstream, startUpstream, type Upstream } from '../../support/egress/upstream.ts';
import { u32 } from '../../support/engine/init-peer.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { until } from '../../support/until.ts';

const host = 'api.example.com';
const trusted = makeCertificate(host);
let upstream: Upstream | undefined;
afterEach(() => {
  upstream?.stop();
  upstream = undefined;
});

const secret = { name: 'TOKEN', placeholder: 'srph_1', value: 'value', locations: [{ host, in: ['authorization'] }] };
const elsewhere = { ...secret, name: 'OTHER', locations: [{ host: 'other.example.com', in: ['authorization'] }] };

interface Opened {
  egress: EgressPeer;
  ca: string;
  stream: Duplex;
  served: HttpConnection[];
}

/** Opens a connection that is intercepted; the first bytes of the program connect the host, and bytes are copied then. */
async function open(tls: TlsOptions, serve: (connection: HttpConnection) => void = copy): Promise<Opened> {
  upstream = await startTlsUpstream(tls, (socket) => socket.write('welcome'));
  const served: HttpConnection[] = [];
  const egress = serveInside({}, (connection) => {
    served.push(connection);
    serve(connection);
  });
  const rule = { host, address: '127.0.0.1', ports: [upstream.port], secrets: ['TOKEN', 'OTHER'] };
  const ca = await egress.start({
    rules: [rule, { host: '*.wild.example.com', methods: ['GET'] }],
    secrets: [secret, elsewhere],
    extraCa: trusted.authority,
  });
  return { egress, ca, served, stream: egress.open(`tcp ${host} ${upstream.port}`).stream };
}

function copy({ program, connect: connectHost, onBlocked }: HttpConnection): void {
  connectHost().then(
    (socket) => void socket.pipe(program).pipe(socket),
    (error) => {
      onBlocked(error.reason);
      program.destroy();
    },
  );
}

async function connectProgram({ stream, ca }: Opened, options: ConnectionOptions = {}) {
  const client = connect({ socket: stream, servername: host, ca, ...options });
  await once(client, 'secureConnect');
  return client.on('error', () => {});
}

test('the program gets a certificate of the authority of the run for exactly the name, and HTTP/1.1 only', async () => {
  const opened = await open(trusted);
  const client = await connectProgram(opened, { ALPNProtocols: ['h2', 'http/1.1'] });
  expect(client.alpnProtocol).toBe('http/1.1');
  const leaf = client.getPeerX509Certificate();
  expect(leaf?.subjectAltName).toBe(`DNS:${host}`);
  expect(leaf?.ca).toBe(false);
  expect(leaf?.validToDate.getTime()).toBeLessThan(Date.now() + 24.1 * 3_600_000);
  const root = new X509Certificate(opened.ca);
  expect(root.ca).toBe(true);
  expect(leaf?.verify(root.publicKey)).toBe(true);
  expect(root.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
  const text = root.raw.toString('latin1');
  expect(text).toContain(host);
  expect(text).toContain('wild.example.com');
  expect(String((await once(client, 'data'))[0])).toBe('welcome');
  client.end();
  const close = await opened.egress.event({ phase: 'close' });
  expect(close.bytesIn).toBeGreaterThan(500);
  expect(close.bytesOut).toBeGreaterThan(200);
});

test('the HTTP part gets the secrets of the rule with a location at the host, and all others to find their placeholders', async () => {
  const opened = await open(trusted);
  await connectProgram(opened);
  expect(opened.served).toMatchObject([{ host, isTls: true, rule: { host }, port: upstream?.port }]);
  expect(opened.served[0]?.secrets.map(({ name }) => name)).toEqual(['TOKEN']);
  expect(opened.served[0]?.allSecrets.map(({ name }) => name)).toEqual(['TOKEN', 'OTHER']);
});

test('the use of a secret waits for its record, which is remembered for a host', async () => {
  const opened = await open(trusted, () => {});
  await connectProgram(opened);
  const { egress, served } = opened;
  const uses = () => egress.messages.filter(({ type }) => type === 'use');
  const first = served[0]?.recordUse('TOKEN');
  const again = served[0]?.recordUse('TOKEN');
  await until(() => uses().length > 0);
  expect(uses()).toEqual([{ type: 'use', use: 1, host, secret: 'TOKEN' }]);
  egress.send({ type: 'recorded', use: 1, isRecorded: true });
  expect([await first, await again, await served[0]?.recordUse('TOKEN')]).toEqual([true, true, true]);
  const other = served[0]?.recordUse('OTHER');
  await until(() => uses().length === 2);
  egress.send({ type: 'recorded', use: 2, isRecorded: false });
  expect(await other).toBe(false);
  void served[0]?.recordUse('OTHER');
  await until(() => uses().length === 3);
});

test('requests and refusals are reported, in bounds', async () => {
  const opened = await open(trusted, ({ onRequest, onBlocked }) => {
    onRequest({ method: 'X'.repeat(40), path: `/${'p'.repeat(3000)}`, status: 200, secrets: ['TOKEN'] });
    onRequest({ method: 'GET', path: '/', status: null, secrets: [] });
    onBlocked('path_not_allowed', 'POST');
  });
  await connectProgram(opened);
  const { egress } = opened;
  await until(() => egress.events().length === 3);
  expect(egress.events()).toMatchObject([
    { phase: 'request', method: 'X'.repeat(32), status: 200, secrets: ['TOKEN'], rule: 0 },
    { phase: 'request', method: 'GET', secrets: [] },
    { phase: 'blocked', reason: 'path_not_allowed', method: 'POST' },
  ]);
  expect(egress.events()[1]).not.toHaveProperty('status');
  const requests = egress.messages.filter(({ type }) => type === 'request');
  expect(requests).toMatchObject([
    { path: `/${'p'.repeat(2047)}`, status: 200 },
    { path: '/', status: null },
  ]);
});

test.each<[string, TlsOptions]>([
  ['an authority that is not trusted', makeCertificate(host)],
  ['a certificate for another name', makeCertificate('other.example.com')],
])('a host with %s is not connected', async (_, tls) => {
  const opened = await open(tls);
  await connectProgram(opened);
  expect(await opened.egress.event({ phase: 'blocked' })).toMatchObject({ reason: 'bad_certificate', host });
  expect(opened.egress.events('open')).toEqual([]);
});

test.each(['TLSv1.2', 'TLSv1.3'] as SecureVersion[])(
  'a host that requires a certificate of the client is not connected (%s)',
  async (maxVersion) => {
    const opened = await open({ ...trusted, maxVersion, requestCert: true, rejectUnauthorized: true });
    await connectProgram(opened);
    expect((await opened.egress.event({ phase: 'blocked' })).reason).toBe('bad_certificate');
    expect(opened.egress.events('open')).toEqual([]);
  },
);

test('a host that asks for a certificate and accepts none is connected', async () => {
  const opened = await open({ ...trusted, requestCert: true, rejectUnauthorized: false });
  const client = await connectProgram(opened);
  expect(String((await once(client, 'data'))[0])).toBe('welcome');
});

test('a program that offers HTTP/2 only, or breaks the handshake off or resets it, is not served', async () => {
  const opened = await open(trusted);
  const client = connect({ socket: opened.stream, servername: host, ca: opened.ca, ALPNProtocols: ['h2'] });
  client.on('error', () => {});
  expect((await opened.egress.event({ phase: 'blocked' })).reason).toBe('not_tls');
  const second = opened.egress.open(`tcp ${host} ${upstream?.port}`);
  second.stream.end(await captureHello({ servername: host }));
  expect((await opened.egress.event({ phase: 'blocked', id: 2 })).reason).toBe('not_tls');
  const third = opened.egress.open(`tcp ${host} ${upstream?.port}`);
  third.stream.write(await captureHello({ servername: host }));
  await once(third.stream, 'data');
  // The alert "unknown certificate authority" and the reset arrive at once.
  const alert = Buffer.from('15030300020230', 'hex');
  const reset = u32(125);
  opened.egress.stream.write(
    Buffer.concat([...wireFrame('D', third.number, alert), ...wireFrame('Q', third.number, reset)]),
  );
  expect((await opened.egress.event({ phase: 'blocked', id: 3 })).reason).toBe('not_tls');
  expect(opened.egress.events('blocked')).toHaveLength(3);
  expect(opened.served).toEqual([]);
});

test('a program that leaves while its host is being connected leaves nothing behind', async () => {
  const opened = await open(trusted);
  const client = await connectProgram(opened);
  client.destroy();
  opened.stream.destroy();
  await until(() => opened.served[0]?.program.destroyed === true);
});

test('a host that closes a connection without encryption closes it for the HTTP part', async () => {
  upstream = await startUpstream((socket) => socket.end('bye'));
  const closed = Promise.withResolvers<void>();
  const egress = serveInside({}, async ({ connect: connectHost }) => {
    const socket = await connectHost();
    socket.on('close', () => closed.resolve()).resume();
  });
  await egress.start({ rules: [{ host, address: '127.0.0.1', protocol: 'http', ports: [upstream.port] }] });
  egress.open(`tcp ${host} ${upstream.port}`);
  await closed.promise;
  expect(egress.events().map(({ phase }) => phase)).toEqual(['open']);
});

test('an authority with too many names has no list of them, and fits into its message', async () => {
  const names = Array.from({ length: 64 }, (_, index) => `${'long-label-'.repeat(5)}${index}.example.com`);
  const { certificate } = await createRunAuthority(names);
  expect(certificate.length).toBeLessThan(4096);
  const few = await createRunAuthority(names.slice(0, 25));
  expect(few.certificate.length).toBeLessThan(4096);
  expect(new X509Certificate(few.certificate).raw.toString('latin1')).toContain(names[24]);
});
