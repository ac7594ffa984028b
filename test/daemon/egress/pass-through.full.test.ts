/** Connections that the egress child copies: bytes, ends of directions, resets. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type EgressProcess, spawnEgress } from '../../support/egress/start-egress.ts';
import { startUpstream, type Upstream } from '../../support/egress/upstream.ts';
import { until } from '../../support/until.ts';

const host = 'upstream.example.com';
let upstream: Upstream;
let onConnection: (socket: Socket) => void = () => {};
let egress: EgressProcess;

beforeAll(async () => {
  upstream = await startUpstream((socket) => onConnection(socket));
  egress = spawnEgress();
  await egress.start({ rules: [{ host, address: '127.0.0.1', protocol: 'tcp', ports: [upstream.port] }] });
});
afterEach(() => {
  expect(egress.printed()).toBe('');
});
afterAll(() => {
  egress.child.kill();
  upstream.stop();
});

const connect = () => egress.open(`tcp ${host} ${upstream.port}`);

test('64 MiB pass in both directions at once, unchanged and counted', async () => {
  const size = 64 * 1024 * 1024;
  const block = randomBytes(1024 * 1024);
  const expected = createHash('sha256');
  for (let sent = 0; sent < size; sent += block.length) expected.update(block);
  const digest = expected.digest('hex');
  onConnection = (socket) => socket.pipe(socket);
  const { stream, number } = connect();
  const received = createHash('sha256');
  let receivedBytes = 0;
  stream.on('data', (chunk: Buffer) => {
    received.update(chunk);
    receivedBytes += chunk.length;
  });
  const ended = once(stream, 'end');
  for (let sent = 0; sent < size; sent += block.length) if (!stream.write(block)) await once(stream, 'drain');
  stream.end();
  await ended;
  expect(receivedBytes).toBe(size);
  expect(received.digest('hex')).toBe(digest);
  const close = await egress.event({ phase: 'close' });
  expect(close).toMatchObject({ host, port: upstream.port, rule: 0, bytesIn: size, bytesOut: size });
  expect(number).toBe(0x8000);
});

test('each direction ends on its own', async () => {
  const order: string[] = [];
  onConnection = (socket) => {
    socket.on('end', () => {
      order.push('upstream has the end');
      socket.write('answer after the end');
      setImmediate(() => socket.end());
    });
    socket.resume();
  };
  const { stream } = connect();
  let answer = '';
  stream.on('data', (chunk) => {
    answer += chunk;
  });
  stream.end('question');
  await once(stream, 'end');
  expect(order).toEqual(['upstream has the end']);
  expect(answer).toBe('answer after the end');
});

test('the host can end first, and still gets bytes', async () => {
  const received: string[] = [];
  onConnection = (socket) => {
    socket.end('hello');
    socket.on('data', (chunk) => received.push(chunk.toString()));
  };
  const { stream } = connect();
  stream.resume();
  await once(stream, 'end');
  stream.end('late');
  await until(() => received.join('') === 'late');
});

test('a reset by the host closes the channel', async () => {
  onConnection = (socket) => socket.resetAndDestroy();
  const connection = connect();
  await connection.closed;
  expect(connection.isClosedByChild).toBe(true);
});

test('a lost channel resets the connection to the host', async () => {
  const errors: string[] = [];
  const open = Promise.withResolvers<void>();
  onConnection = (socket) => {
    socket
      .on('error', (error: NodeJS.ErrnoException) => errors.push(error.code ?? ''))
      .on('data', () => open.resolve());
  };
  const connection = connect();
  connection.stream.write('x');
  await open.promise;
  const channel = connection.number;
  egress.sendFrame('Q', channel, Buffer.from([0, 0, 0, 104]));
  await until(() => errors.length > 0);
  expect(errors).toEqual(['ECONNRESET']);
});

test('a host that does not read stops the program, in constant memory', async () => {
  let socket: Socket | undefined;
  onConnection = (accepted) => {
    socket = accepted.pause();
  };
  const { stream, closed } = connect();
  const block = Buffer.alloc(64 * 1024);
  let sentBytes = 0;
  const stalled = async () => {
    const before = sentBytes;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return before === sentBytes && before > 0;
  };
  const send = () => {
    if (stream.destroyed || sentBytes >= 256 * 1024 * 1024) return;
    stream.write(block, () => {
      sentBytes += block.length;
      send();
    });
  };
  send();
  await until(stalled);
  // The buffers of both sockets on the loopback, and the credit.
  expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
  socket?.destroy();
  await closed;
});
