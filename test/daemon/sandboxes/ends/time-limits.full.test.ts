/** The idle end and the end of the lifetime of real sandboxes, and what counts as use. */
import { expect, it } from 'vitest';
import { readSandbox } from '../../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { instanceOf } from '../../../support/engine/docker.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { type ApiSandbox, openSandbox } from '../../../support/sandboxes/api-sandbox.ts';
import { readAuditLog } from '../../../support/sandboxes/audit-rows.ts';
import { countContainers } from '../../../support/sandboxes/sandbox-containers.ts';
import { until } from '../../../support/until.ts';

const daemon = testDaemonOfFile();
const shortestMs = 10_000;
const containers = (memoryMb: number) => countContainers(instanceOf(daemon().config.dataDir), memoryMb);

describeWithEngine('a sandbox', () => {
  it('ends when it is idle or its lifetime is over, and not while a cell is in progress', async () => {
    const user = await daemon().newUser();
    const open = (limits: object) => openSandbox(user.client, { memoryMb: 641, ...limits });
    const isRunning = async ({ id }: ApiSandbox) =>
      (await user.client.answer(readSandbox, { params: { id } })).status === 200;
    const inUse = await open({ idleTimeoutMs: shortestMs });
    inUse.cell('import time; time.sleep(600)', { timeoutMs: 600_000 }).catch(() => undefined);
    const idle = await open({ idleTimeoutMs: shortestMs });
    await idle.start({ command: ['sleep', '600'] });
    const old = await open({ maxLifetimeMs: shortestMs });
    // Reading its state is no use.
    await until(async () => !(await isRunning(idle)) && !(await isRunning(old)));
    expect(await isRunning(inUse)).toBe(true);
    for (const [{ id }, reason] of [
      [idle, 'idle'],
      [old, 'lifetime'],
    ] as const)
      expect(await user.client.refusal(readSandbox, { params: { id } })).toMatchObject({
        ...{ status: 410, code: 'sandbox_ended', details: [{ path: 'endReason', message: reason }] },
      });
    await until(async () => (await containers(641)) === 1);
    await inUse.remove();
    const rows = await readAuditLog(user, 'sandbox.delete');
    expect(rows.map(({ resource_id, metadata }) => [resource_id, metadata.endReason])).toEqual(
      expect.arrayContaining([
        [idle.id, 'idle'],
        [old.id, 'lifetime'],
        [inUse.id, 'deleted'],
      ]),
    );
  }, 60_000);
});
