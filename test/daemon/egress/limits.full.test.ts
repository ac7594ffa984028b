/** Limits of the connections of a run, lower than the usual ones. */
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { serveInside } from '../../support/egress/start-egress.ts';
import { startUpstream, type Upstream } from '../../support/egress/upstream.ts';
import { until } from '../../support/until.ts';

let upstream: Upstream;
let onConnection: (socket: Socket) => void = () => {};

beforeAll(async () => {
  upstream = await startUpstream((socket) => onConnection(socket));
});
afterEach(() => {
  onConnection = () => {};
});
afterAll(() => upstream.stop());

async function start(limits: Parameters<typeof serveInside>[0], hosts = ['a.example.com', 'b.example.com']) {
  const egress = serveInside(limits);
  const rules = hosts.map((host) => ({ host, address: '127.0.0.1', protocol: 'tcp' as const, ports: [upstream.port] }));
  await egress.start({ rules });
  return { egress, open: (host = 'a.example.com') => egress.open(`tcp ${host} ${upstream.port}`) };
}

test('open connections are limited, and a closed one makes room', async () => {
  const { egress, open } = await start({ connections: 2 });
  const [first] = [open(), open()];
  await until(() => egress.events('open').length === 2);
  await expect(open().accepted).rejects.toMatchObject({ errno: 24 });
  expect(await egress.event({ phase: 'blocked' })).toMatchObject({ id: 3, reason: 'limit', rule: null });
  onConnection = () => {};
  egress.sendFrame('Q', first?.number ?? 0, Buffer.from([0, 0, 0, 104]));
  await egress.event({ phase: 'close', id: 1 });
  open();
  await egress.event({ phase: 'open', id: 4 });
});

test('host names are limited', async () => {
  const { egress, open } = await start({ names: 1 });
  open();
  open();
  await until(() => egress.events('open').length === 2);
  await expect(open('b.example.com').accepted).rejects.toMatchObject({ errno: 24 });
  expect(await egress.event({ phase: 'blocked' })).toMatchObject({ host: 'b.example.com', reason: 'limit' });
});

test('a connection without bytes in either direction is closed', async () => {
  const { egress, open } = await start({ idleMs: 300 });
  const connection = open();
  await egress.event({ phase: 'blocked', reason: 'timeout' });
  await connection.closed;
  expect(connection.isClosedByChild).toBe(true);
  await egress.event({ phase: 'close' });
});

test('bytes in one direction keep a connection open', async () => {
  onConnection = (socket) => socket.on('data', (chunk) => socket.write(chunk));
  const { egress, open } = await start({ idleMs: 400 });
  const { stream } = open();
  stream.resume();
  for (let count = 0; count < 12; count++) {
    stream.write('x');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(egress.events('blocked')).toEqual([]);
});

test.each(['bytesIn', 'bytesOut'] as const)('%s of all connections of a run are limited', async (direction) => {
  const totalBytes = 1024 * 1024;
  const half = Buffer.alloc(totalBytes / 2 + 1);
  if (direction === 'bytesIn') onConnection = (socket) => socket.end(half);
  else onConnection = (socket) => socket.on('end', () => socket.end()).resume();
  const { egress, open } = await start({ totalBytes });
  const first = open();
  first.stream.resume().end(direction === 'bytesOut' ? half : undefined);
  await first.closed;
  const second = open();
  second.stream.resume().end(direction === 'bytesOut' ? half : undefined);
  const blocked = await egress.event({ phase: 'blocked' });
  expect(blocked).toMatchObject({ id: 2, reason: 'limit' });
  expect(blocked[direction]).toBeGreaterThanOrEqual(totalBytes / 2 - 1);
  await expect(open().accepted).rejects.toMatchObject({ errno: 24 });
  await egress.event({ phase: 'blocked', id: 3, reason: 'limit' });
});
