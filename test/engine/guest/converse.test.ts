import { expect, test } from 'vitest';
import { acknowledge, converse } from '../../../src-daemon/engine/guest/converse.ts';
import { encodeJob } from '../../../src-daemon/engine/guest/job-frame.ts';
import { programOf } from '../../../src-daemon/engine/guest/sandbox-program.ts';
import { findLanguage, type Language } from '../../../src-daemon/engine/languages/languages.ts';
import { createStartWait } from '../../../src-daemon/engine/queue/start-wait.ts';
import type { Run } from '../../../src-daemon/engine/run.ts';
import { createInitPeer, type InitPeer, u32 } from '../../support/engine/init-peer.ts';
import { until } from '../../support/until.ts';
import { jobOf } from '../docker/docker-fixture.ts';

const { signal } = new AbortController();
const status = {
  ...{ exitCode: 0, signal: null, timedOut: false, oom: false, pidsRefused: false, diskFull: false },
  ...{ wallUs: 1, cpuUs: 1, memoryPeakBytes: -1, stdoutTruncated: false, stderrTruncated: false },
  filesOmitted: { count: 0, size: 0, unreadable: 0 },
};

/** Starts a run with a peer that is ready for its job. */
function startRun(stdin: Uint8Array): { peer: InitPeer; record: ReturnType<typeof converse> } {
  const job = jobOf({ code: 'cat', stdin });
  const run: Run = {
    job,
    language: findLanguage('bash') as Language,
    hooks: { onOutput: () => {}, signal },
    wait: createStartWait(undefined, signal),
  };
  const jobBytes = encodeJob(programOf(run), new Uint8Array(16)).reduce((sum, { length }) => sum + length, 0);
  const peer = createInitPeer(jobBytes);
  const monitor = { oom: false, lost: signal, waitForLastEvents: async () => {} };
  return { peer, record: converse({ channel: peer.frames, monitor }, run) };
}

const sentBytes = ({ sent }: InitPeer) =>
  sent.reduce((sum, { type, payload }) => sum + (type === 'D' ? payload.length : 0), 0);

test('input above 64 KiB follows the job as far as init has credit, and then ends', async () => {
  const kibibyte = 1024;
  const { peer, record } = startRun(Buffer.alloc(400 * kibibyte, 'x'));
  await until(() => sentBytes(peer) === 256 * kibibyte);
  expect(peer.sent.every(({ payload }) => payload.length <= 64 * kibibyte)).toBe(true);
  peer.send('S', 0);
  peer.send('W', 0, u32(50 * kibibyte));
  await until(() => sentBytes(peer) === 306 * kibibyte);
  expect(peer.sent.some(({ type }) => type === 'E')).toBe(false);
  peer.send('W', 0, u32(100 * kibibyte));
  await peer.next('E');
  expect(sentBytes(peer)).toBe(336 * kibibyte);
  peer.send('X', 0, JSON.stringify(status));
  expect((await record).ending.kind).toBe('status');
});

test('input of 64 KiB is part of the job, and its run has no frame of input', async () => {
  const { peer, record } = startRun(Buffer.alloc(64 * 1024));
  peer.send('S', 0);
  peer.send('X', 0, JSON.stringify(status));
  await record;
  acknowledge(peer.frames);
  await peer.next('Z');
  expect(peer.sent).toEqual([]);
});

test('a channel that the relay of a run opens is refused', async () => {
  const { peer, record } = startRun(new Uint8Array());
  peer.send('S', 0);
  peer.send('O', 0x8000, 'tcp example.org 443');
  expect(await peer.next('N')).toEqual({ type: 'N', channel: 0x8000, payload: u32(13) });
  peer.send('X', 0, JSON.stringify(status));
  expect((await record).ending.kind).toBe('status');
});

test('a frame of a channel that is not open ends the run with an error', async () => {
  const { peer, record } = startRun(new Uint8Array());
  peer.send('S', 0);
  peer.send('D', 1, '\0x');
  await expect(record).rejects.toMatchObject({ name: 'ProtocolError' });
});
