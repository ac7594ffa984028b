import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { listEntries, readSessionUsage, statEntry } from '../../../src-daemon/engine/guest/session/entries.ts';
import { startProcess } from '../../../src-daemon/engine/guest/session/process.ts';
import { SandboxEndedError } from '../../../src-daemon/engine/live-sandbox.ts';
import { ProtocolError } from '../../../src-daemon/wire/protocol-error.ts';
import { type OpenedPeer, openPeerSession, u32 } from '../../support/engine/init-peer.ts';
import { until } from '../../support/until.ts';

const listener = { onOutput: () => {} };
const command = { argv: ['/bin/true'], env: {}, cwd: '', listener };

/** Starts a process on channel 1, which init has accepted. */
async function startAccepted(peer: OpenedPeer): Promise<void> {
  const started = startProcess(peer.session, 'p', command);
  started.catch(() => {});
  await peer.next('O');
  peer.send('A', 1, u32(7));
  (await started).ended.catch(() => {});
}

const frame = (peer: OpenedPeer, { nonce = peer.nonce as Uint8Array, type = 'D', channel = 1, length = 0 }) => {
  const head = Buffer.alloc(7);
  head.write(type, 'latin1');
  head.writeUInt16BE(channel, 1);
  head.writeUInt32BE(length, 3);
  return Buffer.concat([nonce, head]);
};

const exit = { exitCode: 0, signal: null, wallUs: 1, cpuUs: 1, oom: false };

const hostile: readonly [string, (peer: OpenedPeer) => void][] = [
  ['with another nonce', (peer) => peer.write(frame(peer, { nonce: randomBytes(16) }))],
  ['without a nonce', (peer) => peer.write(frame(peer, { nonce: Buffer.alloc(16) }))],
  ['of 4 GiB', (peer) => peer.write(frame(peer, { length: 0xffffffff }))],
  ['of 64 KiB and one byte', (peer) => peer.write(frame(peer, { length: 64 * 1024 + 1 }))],
  ['of a file on a channel, longer than 64 KiB', (peer) => peer.write(frame(peer, { type: 'F', length: 70_000 }))],
  ['of a channel that is not open', (peer) => peer.send('D', 2, '\0x')],
  ['of an unknown type', (peer) => peer.send('?', 1)],
  ['of an unknown type on channel 0', (peer) => peer.send('?', 0)],
  ['of output on channel 0', (peer) => peer.send('O', 0, 'x')],
  ['of a second start', (peer) => peer.send('S', 0)],
  ['of a second acceptance', (peer) => peer.send('A', 1, u32(7))],
  ['of a refusal after the acceptance', (peer) => peer.send('N', 1, u32(1))],
  ['of data without a stream', (peer) => peer.send('D', 1)],
  ['of data of a stream that a process does not have', (peer) => peer.send('D', 1, '\u0002x')],
  ['of data after the end of the data', (peer) => [peer.send('E', 1), peer.send('D', 1, '\0x')]],
  ['of an exit that is not JSON', (peer) => peer.send('Q', 1, 'exit')],
  ['of an exit without its fields', (peer) => peer.send('Q', 1, '{"exitCode":0}')],
  ['of an exit with another field', (peer) => peer.send('Q', 1, JSON.stringify({ ...exit, more: 1 }))],
  ['of a channel that has ended', (peer) => [peer.send('Q', 1, JSON.stringify(exit)), peer.send('D', 1, '\0x')]],
  ['of credit that is not a number', (peer) => peer.send('W', 1, 'x')],
  ['of a pong without a ping', (peer) => peer.send('G', 0, '12345678')],
  ['of a channel of init that is open already', (peer) => [peer.send('O', 0x8001, 'a'), peer.send('D', 0x8001, 'x')]],
  ['of a label of 513 bytes', (peer) => peer.send('O', 0x8001, 'a'.repeat(513))],
  ['of a channel of init with a number of the daemon', (peer) => peer.send('O', 2, 'a')],
];

test.each(hostile)('a frame %s ends the session', async (_what, send) => {
  const peer = await openPeerSession();
  await startAccepted(peer);
  send(peer);
  await until(() => peer.broken.length > 0);
  expect(peer.broken).toEqual([expect.any(ProtocolError)]);
});

test('an entry of an unknown type ends the session', async () => {
  const peer = await openPeerSession();
  statEntry(peer.session, 'a').catch(() => {});
  await peer.next('O');
  peer.send('A', 1);
  peer.send('D', 1, '\0', 'x', Buffer.alloc(18 + 8));
  await until(() => peer.broken.length > 0);
  expect(peer.broken).toEqual([expect.any(ProtocolError)]);
});

test('a list with an incomplete entry is refused', async () => {
  const peer = await openPeerSession();
  const listed = listEntries(peer.session, '', 1);
  await peer.next('O');
  peer.send('A', 1);
  peer.send('D', 1, '\0', 'f', Buffer.alloc(10));
  peer.send('Q', 1, u32(0), '\0');
  await expect(listed).rejects.toThrow(ProtocolError);
});

test('usage that is not what the protocol describes is refused', async () => {
  const peer = await openPeerSession();
  const usage = readSessionUsage(peer.session);
  await peer.next('O');
  peer.send('A', 1);
  peer.send('D', 1, '\0', '{"memoryBytes":"a"}');
  peer.send('Q', 1, u32(0));
  await expect(usage).rejects.toThrow(ProtocolError);
});

test('frames after the end of a session are ignored, and its calls reject with the reason', async () => {
  const peer = await openPeerSession();
  const pending = startProcess(peer.session, 'p', command);
  await peer.next('O');
  const reason = new SandboxEndedError('disposed');
  peer.session.end(reason);
  await expect(pending).rejects.toBe(reason);
  await expect(statEntry(peer.session, 'a')).rejects.toBe(reason);
  await expect(peer.session.ping()).rejects.toBe(reason);
  peer.send('D', 9, '\0x');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(peer.broken).toEqual([]);
});
