/** Sandboxes that find the capacity of the machine in use: by other sandboxes, and by runs. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { cancelExecution, execute, listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import {
  createSandbox,
  deleteSandbox,
  listSandboxes,
} from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openSandbox } from '../../support/sandboxes/api-sandbox.ts';
import { readAuditLog } from '../../support/sandboxes/audit-rows.ts';

const daemon = testDaemonOfFile();

describeWithEngine('a sandbox that finds all slots taken by runs', () => {
  /** More than any machine runs at once. */
  const longRuns = 33;
  /** Long enough that the creation is admitted to the queue. */
  const waitMs = 1500;
  let user: TestUser;

  beforeAll(async () => {
    user = await daemon().newUser();
    await user.client.call(updateSettings, { body: { sandboxes: { perAccount: 1 } } });
    const body = { language: 'bash', code: 'sleep 300', memoryMb: 4096 };
    for (let count = 0; count < longRuns; count++) user.client.call(execute, { body }).catch(() => undefined);
    await vi.waitFor(() => expect(daemon().core.services.currentRuns.countUnderWay(user.id)).toBe(longRuns), 10_000);
  });
  afterAll(cancelRuns);

  /** Cancels the runs, which continue after their clients have left. */
  async function cancelRuns(): Promise<void> {
    const { executions } = await user.client.call(listExecutions, { query: { limit: 100 } });
    const underWay = executions.filter(({ status }) => status === 'queued' || status === 'running');
    await Promise.all(underWay.map(({ id }) => user.client.call(cancelExecution, { params: { id } })));
  }

  it.each([0, waitMs])('is refused after its maxQueueMs of %i ms, and nothing of it is left', async (maxQueueMs) => {
    const since = performance.now();
    const refusal = await user.client.refusal(createSandbox, { body: { maxQueueMs } });
    expect(refusal).toMatchObject({
      ...{
        status: 429,
        code: 'queue_timeout',
        message: expect.stringContaining(`within ${maxQueueMs} ms, the longest wait`),
      },
      headers: { 'retry-after': expect.stringMatching(/^[1-9][0-9]?$/) },
    });
    expect(performance.now() - since).toBeGreaterThanOrEqual(maxQueueMs);
    expect((await user.client.call(listSandboxes)).sandboxes).toEqual([]);
    expect(await readAuditLog(user, 'sandbox.create')).toEqual([]);
  });

  it('waits without a limit, counts toward the limit of its account, and is created when the runs have ended', async () => {
    const waiting = openSandbox(user.client);
    await vi.waitFor(async () =>
      expect((await user.client.refusal(createSandbox, { body: { maxQueueMs: 0 } })).code).toBe('too_many_sandboxes'),
    );
    await cancelRuns();
    const sandbox = await waiting;
    expect(sandbox.created.queuedMs).toBeGreaterThan(0);
    expect(await sandbox.cell('6 * 7')).toMatchObject({ status: 'succeeded' });
    await sandbox.remove();
    await (await openSandbox(user.client, { maxQueueMs: 60_000 })).remove();
  });
});

describeWithEngine('the sandboxes of all accounts', () => {
  it('hold a part of the machine at most, and leave the rest to runs', async () => {
    const [user, other] = [await daemon().newUser(), await daemon().newUser()];
    await user.client.call(updateSettings, { body: { sandboxes: { perAccount: 32 } } });
    const body = { memoryMb: 1024 };
    const held: string[] = [];
    let answer = await user.client.answer(createSandbox, { body });
    for (; answer.status === 201; answer = await user.client.answer(createSandbox, { body }))
      held.push((answer.json as { id: string }).id);
    expect(held.length).toBeGreaterThan(0);
    const full = {
      ...{ status: 429, code: 'sandbox_capacity_full' },
      message: expect.stringMatching(
        new RegExp(`hold ${held.length} of \\d+ places and ${held.length * 1024} of \\d+ MiB`),
      ),
      headers: { 'retry-after': '30' },
    };
    for (const { client } of [user, other]) expect(await client.refusal(createSandbox, { body })).toMatchObject(full);
    expect((await other.client.call(listSandboxes)).sandboxes).toEqual([]);
    expect(await readAuditLog(other, 'sandbox.create')).toEqual([]);
    const run = { language: 'bash', code: 'echo ran' };
    expect(await other.client.call(execute, { body: run })).toMatchObject({ status: 'succeeded', stdout: 'ran\n' });

    const remove = (id = '') => user.client.call(deleteSandbox, { params: { id } });
    await remove(held.pop());
    await (await openSandbox(other.client, body)).remove();
    await Promise.all(held.map(remove));
  });
});
