/** Large files of a real sandbox, through a daemon in its own process, whose memory is measured. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { writeSandboxFile } from '../../../../src-shared/contracts/sandboxes/files.contract.ts';
import { startChildDaemon, temporaryDataDir } from '../../../support/daemon/child-daemon.ts';
import { registerUser } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { open } from '../../../support/network/http-send.ts';
import { createTestSandbox } from '../../../support/sandboxes/with-sandbox.ts';

const mebibyte = 1024 * 1024;
const count = 100;

describeWithEngine('a file of 100 MiB', () => {
  it.skipIf(process.platform !== 'linux')('is sent up and down, and the daemon grows by less than 32 MiB', async () => {
    const daemon = await startChildDaemon(temporaryDataDir().dataDir);
    const { client } = await registerUser(daemon.url);
    const sandbox = await createTestSandbox(client, { memoryMb: 1024 });
    const memoryMib = () => anonymousMib(daemon.process.pid);
    const sent = createHash('sha256');
    async function* source() {
      for (let index = 0; index < count; index++) {
        const chunk = Buffer.alloc(mebibyte, index);
        sent.update(chunk);
        yield chunk;
      }
    }
    const path = 'folder/large.bin';
    const up = await growthOf(memoryMib, () =>
      client.call(writeSandboxFile, { params: { id: sandbox.id, path }, body: source() }),
    );
    const digest = sent.digest('hex');
    expect(await sandbox.shell(`sha256sum < ${path}`)).toBe(`${digest}  -\n`);
    const received = createHash('sha256');
    const down = await growthOf(memoryMib, async () => {
      const headers = client.credential;
      const response = await open(client.url, { path: `/api/v1/sandboxes/${sandbox.id}/files/${path}`, headers });
      expect(response.headers['content-length']).toBe(String(count * mebibyte));
      for await (const chunk of response) received.update(chunk);
    });
    expect(received.digest('hex')).toBe(digest);
    expect(up).toBeLessThan(32);
    expect(down).toBeLessThan(32);
  });
});

/** Returns the highest growth during some work, in MiB. */
async function growthOf(memoryMib: () => number, work: () => Promise<unknown>): Promise<number> {
  const before = memoryMib();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, memoryMib());
  }, 20);
  await work().finally(() => clearInterval(timer));
  return highest - before;
}

/** Memory of a process that is not a mapped file: its heaps and buffers. */
function anonymousMib(pid: number | undefined): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Anonymous:\s+(\d+) kB$/m.exec(rollup)?.[1]) / 1024;
}
