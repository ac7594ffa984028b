/** Connections about which a person decides. */
import { once } from 'node:events';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { captureHello } from '../../support/egress/capture-hello.ts';
import { serveInside } from '../../support/egress/start-egress.ts';
import { startNameServer } from '../../support/network/name-server.ts';
import { until } from '../../support/until.ts';

const host = 'new.example.com';
const ask = { rules: [{ host: 'api.example.com', ports: [8443] }], onBlocked: 'ask' as const };

async function decide(isAllowed: boolean) {
  const names = await startNameServer('10.0.0.1');
  const egress = serveInside();
  await egress.start({ ...ask, nameServers: [names.at] });
  const connections = [egress.open(`tcp ${host} 443`), egress.open(`tcp ${host} 443`)];
  const other = egress.open(`tcp ${host} 80`);
  await until(() => egress.events('held').length === 3);
  expect(egress.events()[0]).toMatchObject({ id: 1, phase: 'held', host, port: 443, rule: null });
  egress.send({ type: 'decision', host, port: 443, isAllowed });
  return { egress, names, connections, other };
}

test('an allowed connection is checked like one of a rule, and so are later ones', async () => {
  const { egress, names, connections } = await decide(true);
  for (const { accepted } of connections) await accepted;
  connections[0]?.stream.write(await captureHello({ servername: 'other.example.com' }));
  await egress.event({ phase: 'blocked', id: 1, reason: 'sni_mismatch', rule: null });
  expect(names.asked).toEqual([]);
  const client = connect({ socket: connections[1]?.stream, servername: host }).on('error', () => {});
  await egress.event({ phase: 'blocked', id: 2, reason: 'closed_address', rule: null });
  client.destroy();
  const later = egress.open(`tcp ${host} 443`);
  await later.accepted;
  expect(egress.events('held').length).toBe(3);
  names.stop();
});

test('a denied connection is refused, and so are later ones; another port is not affected', async () => {
  const { egress, names, connections, other } = await decide(false);
  for (const { accepted } of connections) await expect(accepted).rejects.toMatchObject({ errno: 13 });
  await expect(egress.open(`tcp ${host} 443`).accepted).rejects.toMatchObject({ errno: 13 });
  expect(egress.events('blocked').map(({ id, reason }) => [id, reason])).toEqual([
    [1, 'denied'],
    [2, 'denied'],
    [4, 'denied'],
  ]);
  egress.send({ type: 'decision', host, port: 80, isAllowed: true });
  await other.accepted;
  names.stop();
});

test('a connection without a decision is denied after a time, and later ones are held again', async () => {
  const egress = serveInside({ heldMs: 100 });
  await egress.start(ask);
  await expect(egress.open(`tcp ${host} 443`).accepted).rejects.toMatchObject({ errno: 13 });
  expect(egress.events().map(({ phase, reason }) => [phase, reason])).toEqual([
    ['held', undefined],
    ['blocked', 'denied'],
  ]);
  egress.open(`tcp ${host} 443`);
  await egress.event({ phase: 'held', id: 2 });
});

test('only ports 443 and 80 are asked about', async () => {
  const egress = serveInside();
  await egress.start(ask);
  await expect(egress.open(`tcp ${host} 22`).accepted).rejects.toMatchObject({ errno: 13 });
  await expect(egress.open(`tcp api.example.com 22`).accepted).rejects.toMatchObject({ errno: 13 });
  egress.open('tcp api.example.com 443');
  await egress.event({ phase: 'held', host: 'api.example.com' });
  expect(egress.events('blocked').map(({ reason }) => reason)).toEqual(['name_not_allowed', 'port_not_allowed']);
});

test('a connection that the program closes while it is held is no longer decided about', async () => {
  const egress = serveInside();
  await egress.start(ask);
  const { number } = egress.open(`tcp ${host} 443`);
  await egress.event({ phase: 'held' });
  egress.sendFrame('Q', number, Buffer.alloc(4));
  await egress.event({ phase: 'close', id: 1 });
  egress.send({ type: 'decision', host, port: 443, isAllowed: true });
  await egress.open(`tcp ${host} 443`).accepted;
  expect(egress.broken).toEqual([]);
});

test('a connection to port 80 that is allowed is served as HTTP without a secret', async () => {
  const served: { isTls: boolean; secrets: readonly unknown[]; allSecrets: readonly unknown[] }[] = [];
  const egress = serveInside({}, (connection) => {
    served.push(connection);
    connection.program.end('served');
  });
  const secret = { name: 'A', placeholder: 'p', value: 'v', locations: [{ host, in: ['authorization'] }] };
  await egress.start({ ...ask, secrets: [secret] });
  const { stream } = egress.open(`tcp ${host} 80`);
  await egress.event({ phase: 'held' });
  egress.send({ type: 'decision', host, port: 80, isAllowed: true });
  expect(String((await once(stream, 'data'))[0])).toBe('served');
  expect(served).toMatchObject([{ host, port: 80, isTls: false, secrets: [], allSecrets: [{ name: 'A' }] }]);
});
