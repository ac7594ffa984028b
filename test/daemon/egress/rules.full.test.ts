/** Which connections a policy allows. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveInside } from '../../support/egress/start-egress.ts';
import { startUpstream, type Upstream } from '../../support/egress/upstream.ts';
import { startNameServer } from '../../support/network/name-server.ts';
import { until } from '../../support/until.ts';

const address = '127.0.0.1';
let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream((socket) => socket.end('hello'));
});
afterAll(() => upstream.stop());

const tcp = (host: string, ports = [upstream.port]) => ({ host, protocol: 'tcp' as const, ports, address });

test('a name without a rule is refused with EACCES and reported', async () => {
  const egress = serveInside();
  expect(await egress.start({ rules: [tcp('api.example.com')] })).toBe('');
  await expect(egress.open(`tcp other.example.com ${upstream.port}`).accepted).rejects.toMatchObject({ errno: 13 });
  await expect(egress.open('tcp api.example.com.evil.com 443').accepted).rejects.toMatchObject({ errno: 13 });
  await expect(egress.open('tcp xapi.example.com 443').accepted).rejects.toMatchObject({ errno: 13 });
  expect(egress.events()).toMatchObject([
    { id: 1, phase: 'blocked', host: 'other.example.com', port: upstream.port, rule: null, reason: 'name_not_allowed' },
    { id: 2, reason: 'name_not_allowed', bytesIn: 0, bytesOut: 0 },
    { id: 3, reason: 'name_not_allowed' },
  ]);
});

test('a port that no rule of the name has is reported as such', async () => {
  const egress = serveInside();
  await egress.start({ rules: [tcp('api.example.com')] });
  await expect(egress.open('tcp api.example.com 22').accepted).rejects.toMatchObject({ errno: 13 });
  expect(egress.events()).toMatchObject([{ phase: 'blocked', port: 22, reason: 'port_not_allowed' }]);
});

test('the first rule whose name and port match holds, in the order of the policy', async () => {
  const egress = serveInside();
  const other = upstream.port + 1;
  const { address: _, ...wildcard } = tcp('*.example.com', [other]);
  await egress.start({ rules: [tcp('a.example.com', [other]), wildcard, tcp('a.example.com'), tcp('a.example.com')] });
  const { stream } = egress.open(`tcp a.example.com ${upstream.port}`);
  stream.resume();
  await once(stream, 'end');
  expect(egress.events('open')).toMatchObject([{ rule: 2, host: 'a.example.com' }]);
});

test('a wildcard matches names at any depth, but not the name itself', async () => {
  const egress = serveInside();
  const names = await startNameServer('10.0.0.1');
  await egress.start({ rules: [{ host: '*.example.com' }], nameServers: [names.at] });
  await expect(egress.open('tcp example.com 443').accepted).rejects.toMatchObject({ errno: 13 });
  await egress.open('tcp a.b.example.com 443').accepted;
  names.stop();
});

test.each([
  ...[
    '',
    'tcp',
    'tcp api.example.com',
    'tcp api.example.com 0',
    'tcp api.example.com 65536',
    'tcp api.example.com 4e2',
  ],
  ...['tcp api.example.com 443 x', 'udp api.example.com 443', 'tcp API.example.com 443', 'tcp api.example.com. 443'],
  ...['tcp 127.0.0.1 443', 'tcp ::1 443', 'tcp 0x7f.1 443', 'tcp api\u0000.example.com 443', 'dns', 'dns a b'],
])('the label %j is refused without a report', async (label) => {
  const egress = serveInside();
  await egress.start({ rules: [{ host: '*.example.com' }, { host: 'api.example.com' }] });
  await expect(egress.open(label).accepted).rejects.toMatchObject({ errno: 22 });
  expect(egress.events()).toEqual([]);
});

test('10,000 names that the relay did not answer are reported, and no name server is asked', async () => {
  const names = await startNameServer('93.184.215.14');
  const egress = serveInside();
  await egress.start({ rules: [{ host: 'api.example.com' }], nameServers: [names.at] });
  for (let count = 0; count < 10_000; count++) {
    const kind = count % 2 === 0 ? `dns data${count}.example.org` : `tcp data${count}.example.org 443`;
    await expect(egress.open(kind).accepted).rejects.toMatchObject({ errno: 13 });
  }
  expect(names.asked).toEqual([]);
  expect(egress.events('blocked').length).toBe(10_000);
  expect(egress.events()[0]).toMatchObject({ host: 'data0.example.org', port: 0, reason: 'name_not_allowed' });
  names.stop();
});

test('a connection before the policy, a second policy and an unknown message break the protocol', async () => {
  const early = serveInside();
  await until(() => early.messages.length > 0);
  early.open('tcp api.example.com 443');
  await until(() => early.broken.length === 1);
  const twice = serveInside();
  await twice.start({ rules: [] });
  void twice.start({ rules: [] });
  await until(() => twice.broken.length === 1);
  const unknown = serveInside();
  await unknown.start({ rules: [] });
  unknown.sendFrame('J', 0, Buffer.from('{"type":"other"}'));
  await until(() => unknown.broken.length === 1);
});
