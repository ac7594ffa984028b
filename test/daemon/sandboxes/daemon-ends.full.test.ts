/** Sandboxes when the daemon stops or dies, and where there is no Docker. */
import { describe, expect, inject, it } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { runCell } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import {
  createSandbox,
  pauseSandbox,
  readSandbox,
} from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { createApiClient } from '../../support/api-client.ts';
import { startChildDaemon, temporaryDataDir } from '../../support/daemon/child-daemon.ts';
import { registerUser, startTestDaemon } from '../../support/daemon/test-daemon.ts';
import { instanceOf, listContainers } from '../../support/engine/docker.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openSandbox } from '../../support/sandboxes/api-sandbox.ts';
import { countContainers } from '../../support/sandboxes/sandbox-containers.ts';
import { until } from '../../support/until.ts';

describeWithEngine('a daemon with sandboxes', () => {
  it('that is killed leaves none after its next start, which records the ends', async () => {
    const folder = temporaryDataDir();
    const first = await startChildDaemon(folder.dataDir);
    const user = await registerUser(first.url);
    const size = { memoryMb: 621 };
    const [running, paused] = [await openSandbox(user.client, size), await openSandbox(user.client, size)];
    await running.cell('x = 1');
    await user.client.call(pauseSandbox, { params: { id: paused.id } });
    const instance = instanceOf(folder.dataDir);
    expect(await countContainers(instance, 621)).toBe(2);
    first.process.kill('SIGKILL');
    await first.exited;
    const second = await startChildDaemon(folder.dataDir);
    const client = createApiClient(second.url, user.client.credential);
    await until(async () => (await countContainers(instance, 621)) === 0);
    for (const { id } of [running, paused]) {
      const refusal = await client.refusal(readSandbox, { params: { id } });
      expect(refusal).toMatchObject({ code: 'sandbox_ended', message: expect.stringContaining('the daemon stopped') });
    }
    const { logs } = await client.call(listAuditLog, { query: { action: 'sandbox.delete' } });
    expect(logs.map(({ metadata }) => metadata)).toEqual(
      Array(2).fill({ endReason: 'daemon_stopped', actor: { kind: 'daemon' } }),
    );
    second.process.kill('SIGTERM');
    expect(await second.exited).toEqual({ code: 0, signal: null });
  });

  it('that is asked to stop lets a cell end that is about to, and leaves no container', async () => {
    const folder = temporaryDataDir();
    const daemon = await startChildDaemon(folder.dataDir);
    const user = await registerUser(daemon.url);
    const { id, streamCell } = await openSandbox(user.client);
    const long = await openSandbox(user.client);
    const lost = user.client.answer(runCell, {
      params: { id: long.id, cid: 'default' },
      body: { code: 'while True: pass', timeoutMs: 60_000 },
    });
    const stream = await streamCell({ code: 'import time; print("up", flush=True); time.sleep(1); "done"' });
    await stream.next();
    await stream.next();
    daemon.process.kill('SIGTERM');
    expect((await stream.rest()).at(-1)).toMatchObject({ event: 'finished', data: { status: 'succeeded' } });
    expect((await lost).json).toMatchObject({ error: { code: 'sandbox_ended' } });
    expect(await daemon.exited).toEqual({ code: 0, signal: null });
    expect(await listContainers(instanceOf(folder.dataDir))).toEqual([]);
    const next = await startChildDaemon(folder.dataDir);
    const refusal = await createApiClient(next.url, user.client.credential).refusal(readSandbox, { params: { id } });
    expect(refusal).toMatchObject({ code: 'sandbox_ended', message: expect.stringContaining('the daemon stopped') });
    next.process.kill('SIGTERM');
    await next.exited;
  });
});

describe('without Docker', () => {
  it('a sandbox is refused with what it requires', async () => {
    expect(inject('engine')).toBeDefined();
    const daemon = await startTestDaemon({ args: ['--engine', 'embedded'] });
    try {
      const { client } = await daemon.newUser();
      const refusal = await client.refusal(createSandbox, { body: {} });
      expect(refusal).toMatchObject({
        code: 'sandbox_needs_docker',
        message: expect.stringContaining('npm run engine'),
      });
    } finally {
      await daemon.stop();
    }
  });
});
