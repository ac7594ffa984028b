import { expect, test } from 'vitest';
import { readSessionFile, writeSessionFile } from '../../../src-daemon/engine/guest/session/files.ts';
import { startProcess } from '../../../src-daemon/engine/guest/session/process.ts';
import type { ProcessListener } from '../../../src-daemon/engine/live-sandbox.ts';
import { FileError, StartError } from '../../../src-daemon/engine/live-sandbox.ts';
import { StdinClosedError } from '../../../src-daemon/wire/program-input.ts';
import { ProtocolError } from '../../../src-daemon/wire/protocol-error.ts';
import { type OpenedPeer, openPeerSession, u32 } from '../../support/engine/init-peer.ts';
import { until } from '../../support/until.ts';

const exit = JSON.stringify({ exitCode: 3, signal: null, wallUs: 1500, cpuUs: 900, oom: false });
const dataCap = 64 * 1024 - 1;

/** Starts a process that init has accepted. Returns it with the number of its channel. */
async function start(peer: OpenedPeer, onOutput: ProcessListener['onOutput'] = () => {}) {
  const starting = startProcess(peer.session, 'p', { argv: ['/bin/cat'], env: {}, cwd: '', listener: { onOutput } });
  const { channel } = await peer.next('O');
  peer.send('A', channel, u32(7));
  return { process: await starting, channel };
}

/** Counts the bytes of data that the daemon has sent on a channel. */
const sentBytes = (peer: OpenedPeer, channel: number) =>
  peer.sent
    .filter((frame) => frame.type === 'D' && frame.channel === channel)
    .reduce((sum, { payload }) => sum + payload.length, 0);

test('output is delivered before the end, in order, however slow the listener is', async () => {
  const peer = await openPeerSession();
  const seen: string[] = [];
  const slow = async (stream: string, chunk: Uint8Array) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    seen.push(`${stream}:${Buffer.from(chunk)}`);
  };
  const { process, channel } = await start(peer, slow);
  for (const [stream, text] of [
    [0, 'a'],
    [1, 'b'],
    [1, 'c'],
    [0, 'd'],
  ] as const)
    peer.send('D', channel, Buffer.from([stream]), text);
  peer.send('Q', channel, exit);
  expect(await process.ended).toEqual({
    exitCode: 3,
    signal: null,
    durationMs: 2,
    cpuMs: 1,
    isOutOfMemory: false,
  });
  expect(seen).toEqual(['stdout:a', 'stderr:bc', 'stdout:d']);
});

test('credit is returned when the listener has taken the data, and not before', async () => {
  const peer = await openPeerSession();
  const taken = Promise.withResolvers<void>();
  const { channel } = await start(peer, () => taken.promise);
  for (let count = 0; count < 4; count++) peer.send('D', channel, '\0', Buffer.alloc(dataCap));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(peer.sent).toEqual([]);
  taken.resolve();
  const returned = () =>
    peer.sent.reduce((sum, { type, payload }) => sum + (type === 'W' ? payload.readUInt32BE(0) : 0), 0);
  await until(() => returned() >= 3 * dataCap);
  expect(returned()).toBeLessThanOrEqual(4 * dataCap);
});

test('a channel that sends more than its credit ends the session', async () => {
  const peer = await openPeerSession();
  const { channel } = await start(peer, () => new Promise(() => {}));
  for (let count = 0; count < 4; count++) peer.send('D', channel, '\0', Buffer.alloc(dataCap));
  peer.send('D', channel, '\0', '1234');
  const pong = peer.session.ping();
  peer.send('G', 0, (await peer.next('P')).payload);
  await pong;
  expect(peer.broken).toEqual([]);
  peer.send('D', channel, '\0', '5');
  await until(() => peer.broken.length > 0);
  expect(peer.broken).toEqual([expect.any(ProtocolError)]);
});

test('a listener that fails closes its channel', async () => {
  const peer = await openPeerSession();
  const { process, channel } = await start(peer, () => {
    throw new Error('the reader has left');
  });
  peer.send('D', channel, '\0', 'x');
  expect((await peer.next('X')).channel).toBe(channel);
  peer.send('D', channel, '\0', 'dropped');
  peer.send('Q', channel, exit);
  expect((await process.ended).exitCode).toBe(3);
});

test('input is sent as far as there is credit, in frames of 64 KiB', async () => {
  const peer = await openPeerSession();
  const { process, channel } = await start(peer);
  const size = 300 * 1024;
  let isTaken = false;
  const writing = process.write(Buffer.alloc(size, 'x')).then(() => {
    isTaken = true;
  });
  process.endInput();
  await until(() => sentBytes(peer, channel) === 256 * 1024);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(sentBytes(peer, channel)).toBe(256 * 1024);
  expect(isTaken).toBe(false);
  peer.send('W', channel, u32(100 * 1024));
  await writing;
  expect((await peer.next('E')).channel).toBe(channel);
  expect(sentBytes(peer, channel)).toBe(size);
  expect(Math.max(...peer.sent.map(({ payload }) => payload.length))).toBe(64 * 1024);
  await expect(process.write(Buffer.from('late'))).rejects.toThrow(StdinClosedError);
});

test('a short message waits for one frame of a long transfer', async () => {
  const peer = await openPeerSession();
  const long = await start(peer);
  const short = await start(peer);
  peer.sent.splice(0);
  const writing = long.process.write(Buffer.alloc(256 * 1024));
  await short.process.write(Buffer.from('key'));
  await writing;
  await until(() => peer.sent.length >= 5);
  const order = peer.sent.filter(({ type }) => type === 'D').map(({ channel }) => channel);
  expect(order.indexOf(short.channel)).toBeLessThanOrEqual(1);
});

test('a signal overtakes the data that the stream does not take', async () => {
  const peer = await openPeerSession();
  const { process, channel } = await start(peer);
  peer.stream.pause();
  const writing = process.write(Buffer.alloc(256 * 1024));
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.signal(2);
  await new Promise((resolve) => setTimeout(resolve, 20));
  peer.stream.resume();
  await writing;
  const types = peer.sent.map(({ type }) => type);
  expect(types.indexOf('C')).toBeLessThan(types.lastIndexOf('D'));
  expect(peer.sent.find(({ type }) => type === 'C')).toEqual({ type: 'C', channel, payload: Buffer.from([2]) });
});

test('input of a process that has exited is refused', async () => {
  const peer = await openPeerSession();
  const { process, channel } = await start(peer);
  const writing = process.write(Buffer.alloc(512 * 1024));
  peer.send('Q', channel, exit);
  await expect(writing).rejects.toThrow(StdinClosedError);
  await expect(process.write(Buffer.from('late'))).rejects.toThrow(StdinClosedError);
  expect((await process.ended).exitCode).toBe(3);
});

test('a command that cannot be executed rejects with its errno', async () => {
  const peer = await openPeerSession();
  const listener = { onOutput: () => {} };
  const starting = startProcess(peer.session, 'p', { argv: ['/nothing'], env: {}, cwd: '', listener });
  peer.send('N', (await peer.next('O')).channel, u32(2));
  await expect(starting).rejects.toEqual(new StartError('ENOENT'));
});

test('the 65th channel is refused without asking init', async () => {
  const peer = await openPeerSession();
  for (let count = 0; count < 64; count++) await start(peer);
  await expect(start(peer)).rejects.toMatchObject({ code: 'too_many_channels' });
});

test('a reader of a file that stops closes the channel', async () => {
  const peer = await openPeerSession();
  const reading = readSessionFile(peer.session, 'a');
  const { channel } = await peer.next('O');
  const entry = Buffer.concat([Buffer.from('f'), Buffer.alloc(18), u32(1), Buffer.from('a'), u32(0)]);
  peer.send('A', channel, entry);
  const { chunks } = await reading;
  peer.send('D', channel, '\0', 'first');
  peer.send('D', channel, '\0', 'second');
  for await (const chunk of chunks) {
    expect(Buffer.from(chunk).toString()).toBe('first');
    break;
  }
  expect((await peer.next('X')).channel).toBe(channel);
});

test('a write that init ends early rejects with its errno, and one whose source fails with the error of the source', async () => {
  const peer = await openPeerSession();
  async function* endless() {
    for (;;) yield Buffer.alloc(64 * 1024);
  }
  const full = writeSessionFile(peer.session, 'a', { chunks: endless(), isNew: false });
  const first = await peer.next('O');
  peer.send('A', first.channel);
  await until(() => sentBytes(peer, first.channel) > 0);
  peer.send('Q', first.channel, u32(28));
  await expect(full).rejects.toEqual(new FileError('ENOSPC'));

  async function* broken() {
    yield Buffer.from('x');
    throw new Error('the upload broke');
  }
  const aborted = writeSessionFile(peer.session, 'a', { chunks: broken(), isNew: false });
  const second = await peer.next('O');
  peer.send('A', second.channel);
  await peer.next('X');
  peer.send('Q', second.channel, u32(125));
  await expect(aborted).rejects.toThrow('the upload broke');
});
