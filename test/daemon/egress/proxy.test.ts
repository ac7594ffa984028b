/** Hosts that a proxy connects. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { type InnerEgress, serveInside } from '../../support/egress/start-egress.ts';
import { startTlsUpstream, startUpstream, type Upstream } from '../../support/egress/upstream.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { type ConnectProxy, startConnectProxy } from '../../support/network/connect-proxy.ts';
import { type NameRecords, startNameServer, type TestNameServer } from '../../support/network/name-server.ts';

const host = 'api.example.com';
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function stopLater<T extends { stop(): void }>(started: T): T {
  stops.push(() => started.stop());
  return started;
}

interface Opened {
  egress: InnerEgress;
  proxy: ConnectProxy;
  names: TestNameServer;
}

/** Starts a run behind a proxy that connects the host to `upstream`. */
async function behindProxy(
  upstream: Upstream | undefined,
  rule: { protocol: 'tcp' | 'tls'; ports: number[]; methods?: string[]; address?: string },
  { name = '127.0.0.1', records = {}, extraCa = '' }: { name?: string; records?: NameRecords; extraCa?: string } = {},
): Promise<Opened> {
  const names = stopLater(await startNameServer(() => records));
  const proxy = stopLater(await startConnectProxy(() => upstream && { host: '127.0.0.1', port: upstream.port }));
  const egress = serveInside();
  const policy = { nameServers: [names.at], proxy: { host: name, port: proxy.port }, extraCa };
  await egress.start({ rules: [{ host, ...rule }], ...policy });
  return { egress, proxy, names };
}

test('get the bytes of the program and no lookup, and each direction ends on its own', async () => {
  const upstream = stopLater(await startUpstream((socket: Socket) => void socket.pipe(socket)));
  const { egress, proxy, names } = await behindProxy(upstream, { protocol: 'tcp', ports: [5432] });
  const { stream } = egress.open(`tcp ${host} 5432`);
  stream.end('all of it');
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  await once(stream, 'end');
  expect(Buffer.concat(parts).toString()).toBe('all of it');
  expect(proxy.asked).toEqual([`${host}:5432`]);
  expect(names.asked).toEqual([]);
  expect(await egress.event({ phase: 'close' })).toMatchObject({ host, port: 5432 });
});

test('send the first bytes together with the answer of the proxy', async () => {
  const upstream = stopLater(await startUpstream((socket) => void socket.end('a welcome')));
  const { egress } = await behindProxy(upstream, { protocol: 'tcp', ports: [25] });
  const { stream } = egress.open(`tcp ${host} 25`);
  expect(String((await once(stream, 'data'))[0])).toBe('a welcome');
});

test('are verified, where requests are read', async () => {
  const trusted = makeCertificate(host);
  for (const extraCa of [trusted.authority, '']) {
    const upstream = stopLater(
      await startTlsUpstream(trusted, (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n')),
    );
    const rule = { protocol: 'tls' as const, ports: [443], methods: ['GET'] };
    const { egress } = await behindProxy(upstream, rule, { extraCa });
    const program = connect({
      ...{ socket: egress.open(`tcp ${host} 443`).stream, servername: host, rejectUnauthorized: false },
    });
    program.on('error', () => {}).write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    if (extraCa === '') await egress.event({ phase: 'blocked', reason: 'bad_certificate' });
    else await egress.event({ phase: 'request', status: 204 });
  }
});

test('are not connected if the proxy refuses', async () => {
  const { egress, proxy } = await behindProxy(undefined, { protocol: 'tcp', ports: [5432] });
  egress.open(`tcp ${host} 5432`);
  expect((await egress.event({ phase: 'blocked' })).reason).toBe('connect_failed');
  expect(proxy.asked).toEqual([`${host}:5432`]);
});

test.each([
  ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['nothing, and closes', ''],
  ['a head without end', `HTTP/1.1 200 OK\r\n${'X-Filler: 0123456789\r\n'.repeat(4000)}`],
])('are not connected if the proxy answers %s', async (_, answer) => {
  const proxy = stopLater(await startUpstream((socket) => void socket.end(answer)));
  const egress = serveInside();
  await egress.start({
    rules: [{ host, protocol: 'tcp', ports: [5432] }],
    proxy: { host: '127.0.0.1', port: proxy.port },
  });
  egress.open(`tcp ${host} 5432`);
  expect((await egress.event({ phase: 'blocked' })).reason).toBe('connect_failed');
  expect(egress.broken).toEqual([]);
});

test('wait for a proxy that is silent no longer than for a host', async () => {
  const proxy = stopLater(await startUpstream(() => {}));
  const egress = serveInside({ connectMs: 300 });
  await egress.start({
    rules: [{ host, protocol: 'tcp', ports: [5432] }],
    proxy: { host: '127.0.0.1', port: proxy.port },
  });
  egress.open(`tcp ${host} 5432`);
  expect((await egress.event({ phase: 'blocked' })).reason).toBe('timeout');
});

test('of a proxy with a name: only that name is looked up, and its address may be private', async () => {
  const upstream = stopLater(await startUpstream((socket) => void socket.end('reached')));
  const named = { name: 'proxy.corp.example', records: { a: ['127.0.0.1'] } };
  const { egress, names } = await behindProxy(upstream, { protocol: 'tcp', ports: [5432] }, named);
  const { stream } = egress.open(`tcp ${host} 5432`);
  expect(String((await once(stream, 'data'))[0])).toBe('reached');
  expect(new Set(names.asked)).toEqual(new Set(['proxy.corp.example']));
});

test('of a proxy whose name does not exist are not connected', async () => {
  const { egress } = await behindProxy(
    undefined,
    { protocol: 'tcp', ports: [5432] },
    { name: 'none.example', records: { code: 3 } },
  );
  egress.open(`tcp ${host} 5432`);
  expect((await egress.event({ phase: 'blocked' })).reason).toBe('connect_failed');
});

test('with an address in their rule are connected directly', async () => {
  const upstream = stopLater(await startUpstream((socket) => void socket.end('direct')));
  const { egress, proxy } = await behindProxy(undefined, {
    protocol: 'tcp',
    ports: [upstream.port],
    address: '127.0.0.1',
  });
  const { stream } = egress.open(`tcp ${host} ${upstream.port}`);
  expect(String((await once(stream, 'data'))[0])).toBe('direct');
  expect(proxy.asked).toEqual([]);
});
