/** Clients that ask for large answers and read nothing of them: the memory of the daemon, and what it refuses. */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readDraft } from '../../../src-shared/contracts/drafts.contract.ts';
import { draftBytesLimit } from '../../../src-shared/zk/draft-payload.ts';
import { startChildDaemon, temporaryDataDir } from '../../support/daemon/child-daemon.ts';
import { registerUser } from '../../support/daemon/test-daemon.ts';
import { cleanUpAfterTest } from '../../support/leftovers/clean-ups.ts';
import { until } from '../../support/until.ts';
import { at, payload, save } from '../drafts/draft-calls.ts';

const readers = 50;
const maxMib = 400;

/** Largest memory that the process has had, in MiB. */
function peakMib(pid: number): number {
  const [, kib = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kib) / 1024);
}

/** Sends a request and reads the head of its answer only. */
function readHead(port: number, request: string): Promise<{ status: number; socket: Socket }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    cleanUpAfterTest(() => void socket.destroy());
    socket.once('error', reject);
    socket.once('readable', () => {
      const head = String(socket.read(12));
      resolve({ status: Number(head.slice(9, 12)), socket });
    });
  });
}

test(`${readers} clients that read nothing leave the daemon below ${maxMib} MiB`, async () => {
  const daemon = await startChildDaemon(temporaryDataDir().dataDir);
  const user = await registerUser(daemon.url);
  await save(user, 'run', { payload: payload(draftBytesLimit) });
  const port = Number(new URL(daemon.url).port);
  const request = `GET /api/v1/drafts/run HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${user.token}\r\n\r\n`;
  const answers = await Promise.all(Array.from({ length: readers }, () => readHead(port, request)));
  const statuses = answers.map(({ status }) => status);
  process.stdout.write(
    `peak ${peakMib(daemon.process.pid ?? 0)} MiB, ${statuses.filter((s) => s === 200).length} answered\n`,
  );
  expect(peakMib(daemon.process.pid ?? 0)).toBeLessThan(maxMib);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  for (const { socket } of answers) socket.destroy();
  await until(async () => (await user.session.call(readDraft, at('run'))).draft?.size === draftBytesLimit);
});
