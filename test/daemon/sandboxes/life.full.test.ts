/** The life of sandboxes: created, listed, extended, paused and deleted, on a real engine. */
import { expect, it } from 'vitest';
import { runProcess } from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import * as contract from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { instanceOf } from '../../support/engine/docker.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openSandbox } from '../../support/sandboxes/api-sandbox.ts';
import { readAuditLog } from '../../support/sandboxes/audit-rows.ts';
import { countContainers } from '../../support/sandboxes/sandbox-containers.ts';
import { until } from '../../support/until.ts';

const { createSandbox, listSandboxes, readSandbox } = contract;
const daemon = testDaemonOfFile({ keepsWarm: true });
const containers = (memoryMb: number) => countContainers(instanceOf(daemon().config.dataDir), memoryMb);

describeWithEngine('a new sandbox', () => {
  it('leaves nothing if its client disconnects before the answer', async () => {
    const user = await daemon().newUser();
    const files = Array.from({ length: 10 }, (_, index) => ({ path: `f${index}`, content: 'x'.repeat(1024 * 1024) }));
    // Another size than that of the warm sandboxes, so that a container boots for it.
    const inputs = { body: { diskMb: 65, memoryMb: 601, files } };
    const whole = await openSandbox(user.client, inputs.body);
    expect(await containers(601)).toBe(1);
    await whole.remove();
    for (const delayMs of [50, 100, 200]) {
      const leaving = new AbortController();
      const lost = user.client.answer(createSandbox, { ...inputs, signal: leaving.signal });
      setTimeout(() => leaving.abort(), delayMs);
      await expect(lost).rejects.toThrow();
    }
    await until(async () => (await containers(601)) === 0);
    expect((await user.client.call(listSandboxes)).sandboxes).toEqual([]);
    expect(await readAuditLog(user, 'sandbox.create')).toHaveLength(1);
  });
});

describeWithEngine('a sandbox', () => {
  it('answers while its programs exhaust memory, disk and processes', async () => {
    const { client } = await daemon().newUser();
    const { id, run, start, remove } = await openSandbox(client, { memoryMb: 304, diskMb: 64 });
    expect(await run({ code: 'x = bytearray(1 << 30)\nfor i in range(0, 1 << 30, 4096): x[i] = 1' })).toMatchObject({
      status: 'out_of_memory',
    });
    expect((await run({ shell: 'head -c 100M /dev/zero > full' })).status).toBe('failed');
    const noSpace = await client.refusal(runProcess, {
      params: { id },
      body: { shell: `true # ${'x'.repeat(500_000)}` },
    });
    expect(noSpace.code).toBe('sandbox_disk_full');
    await run({ command: ['rm', 'full'] });
    await start({ shell: 'f() { f | f & }; f' });
    const { status, usage } = await client.call(readSandbox, { params: { id } });
    expect(status).toBe('running');
    expect(usage === undefined || usage.processes > 0).toBe(true);
    await remove();
    expect(await containers(304)).toBe(0);
  });
});
