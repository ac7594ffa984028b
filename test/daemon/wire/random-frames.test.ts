import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listEntries, readSessionUsage } from '../../../src-daemon/engine/guest/session/entries.ts';
import { readSessionFile, watchFolder } from '../../../src-daemon/engine/guest/session/files.ts';
import { startProcess } from '../../../src-daemon/engine/guest/session/process.ts';
import { SandboxEndedError } from '../../../src-daemon/engine/live-sandbox.ts';
import { ProtocolError } from '../../../src-daemon/wire/protocol-error.ts';
import { openPeerSession, u32 } from '../../support/engine/init-peer.ts';
import { numbersFrom } from '../../support/numbers.ts';

const sessions = 60;
const framesEach = 60;
const exit = JSON.stringify({ exitCode: 0, signal: null, wallUs: 1, cpuUs: 1, oom: false });
const entry = Buffer.concat([Buffer.from('f'), Buffer.alloc(18), u32(1), Buffer.from('a'), u32(0)]);
/** Payloads that are right for some frame, so that the states behind it are reached as well. */
const payloads = ['', '\0', '\0x', '\u0001x', '\u0002x', u32(0), u32(7), exit, entry, Buffer.alloc(64 * 1024)];
const types = 'AAADDDDDEWQNSOGHBX?';
const { signal } = new AbortController();

test('whatever init sends, a session continues or ends with a ProtocolError, and every call settles', async () => {
  const below = numbersFrom(2026);
  let broken = 0;
  for (let count = 0; count < sessions; count++) {
    const peer = await openPeerSession();
    const listener = { onOutput: () => (below(2) === 0 ? undefined : setImmediate()) };
    const calls: Promise<unknown>[] = [
      startProcess(peer.session, 'k', { argv: ['/k'], env: {}, cwd: '', listener }).then(({ ended }) => ended),
      listEntries(peer.session, '', 1),
      readSessionUsage(peer.session),
      readAll(readSessionFile(peer.session, 'a').then(({ chunks }) => chunks)),
      readAll(watchFolder(peer.session, '', { isRecursive: true, signal })),
    ];
    const settled = Promise.allSettled(calls);
    for (let sent = 0; sent < framesEach; sent++) {
      const type = types.charAt(below(types.length));
      const channel = below(20) === 0 ? below(65_536) : below(7);
      peer.send(type, channel, payloads[below(payloads.length)] ?? '');
    }
    await setImmediate();
    await setImmediate();
    if (peer.broken.length > 0) broken++;
    expect(peer.broken.every((error) => error instanceof ProtocolError)).toBe(true);
    peer.session.end(new SandboxEndedError('stopped'));
    await settled;
  }
  expect(broken).toBeGreaterThan(sessions / 2);
});

async function readAll(reading: Promise<AsyncIterable<unknown>>): Promise<void> {
  for await (const _ of await reading);
}
