/** How the egress child finds the address of a host. */
import { afterEach, expect, test } from 'vitest';
import { serveInside } from '../../support/egress/start-egress.ts';
import { startUpstream } from '../../support/egress/upstream.ts';
import { type NameRecords, startNameServer, type TestNameServer } from '../../support/network/name-server.ts';

const port = 443;
const host = 'api.example.com';
let names: TestNameServer;
afterEach(() => names.stop());

async function attempt(records: (name: string) => NameRecords, limits: Parameters<typeof serveInside>[0] = {}) {
  names = await startNameServer(records);
  const egress = serveInside(limits);
  await egress.start({ rules: [{ host, protocol: 'tcp', ports: [port] }], nameServers: [names.at] });
  const connection = egress.open(`tcp ${host} ${port}`);
  const blocked = await egress.event({ phase: 'blocked' });
  await connection.closed;
  expect(connection.isClosedByChild).toBe(true);
  expect(egress.events().length).toBe(1);
  return { blocked, egress };
}

const mapped = '0:0:0:0:0:ffff:a00:1';
test.each<[string, NameRecords]>([
  ['private', { a: ['10.0.0.1'] }],
  ['loopback', { a: ['127.0.0.1'] }],
  ['metadata', { a: ['169.254.169.254'] }],
  ['mapped', { aaaa: [mapped] }],
  ['NAT64', { aaaa: ['64:ff9b:0:0:0:0:a00:1'] }],
  ['IPv6 loopback', { aaaa: ['0:0:0:0:0:0:0:1'] }],
  ['public and private', { a: ['93.184.215.14', '192.168.0.1'] }],
  ['public, and private for IPv6', { a: ['93.184.215.14'], aaaa: [mapped] }],
])('a name with an address that is %s is blocked after one lookup', async (_, records) => {
  const { blocked } = await attempt(() => records);
  expect(blocked).toMatchObject({ reason: 'closed_address', host, port, rule: 0, bytesOut: 0 });
  // One question for each family.
  expect(names.asked).toEqual([host, host]);
});

test('a name that changes its address between two questions is asked once for each connection', async () => {
  let asked = 0;
  const { egress } = await attempt(() => ({ a: [asked++ < 2 ? '10.0.0.1' : '127.0.0.1'] }));
  expect(names.asked.length).toBe(2);
  egress.open(`tcp ${host} ${port}`);
  await egress.event({ phase: 'blocked', id: 2, reason: 'closed_address' });
  expect(names.asked.length).toBe(4);
});

test('a name without addresses is not found', async () => {
  const { blocked } = await attempt(() => ({ code: 3 }));
  expect(blocked.reason).toBe('name_not_found');
});

test('a name server that does not answer is a timeout', async () => {
  const { blocked } = await attempt(() => ({ isSilent: true }), { connectMs: 300 });
  expect(blocked.reason).toBe('timeout');
});

test('the number of lookups is limited', async () => {
  const { egress } = await attempt(() => ({ a: ['10.0.0.1'] }), { lookups: 1 });
  egress.open(`tcp ${host} ${port}`);
  await egress.event({ phase: 'blocked', id: 2, reason: 'limit' });
  expect(names.asked.length).toBe(2);
});

test('an address in the rule is used without a lookup, and may be closed', async () => {
  names = await startNameServer('10.0.0.1');
  const upstream = await startUpstream((socket) => socket.end());
  const egress = serveInside();
  await egress.start({
    rules: [{ host, protocol: 'tcp', ports: [upstream.port], address: '127.0.0.1' }],
    nameServers: [names.at],
  });
  egress.open(`tcp ${host} ${upstream.port}`);
  await egress.event({ phase: 'open' });
  expect(names.asked).toEqual([]);
  upstream.stop();
  const refused = egress.open(`tcp ${host} ${upstream.port}`);
  await egress.event({ phase: 'blocked', id: 2, reason: 'connect_failed' });
  await refused.closed;
});
