/** Sandboxes whose engine is lost, over the API. */
import { expect, it } from 'vitest';
import { listContexts } from '../../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { runProcess } from '../../../../src-shared/contracts/sandboxes/processes.contract.ts';
import {
  createSandbox,
  deleteSandbox,
  listSandboxes,
  pauseSandbox,
  readSandbox,
} from '../../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { proxiedDaemonOfFile } from '../../../support/daemon/proxied-daemon.ts';
import { instanceOf } from '../../../support/engine/docker.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { openSandbox } from '../../../support/sandboxes/api-sandbox.ts';
import { readAuditLog } from '../../../support/sandboxes/audit-rows.ts';
import { countContainers } from '../../../support/sandboxes/sandbox-containers.ts';
import { until } from '../../../support/until.ts';

describeWithEngine('the sandboxes of an engine that is lost', () => {
  const { daemon, proxy, untilReady } = proxiedDaemonOfFile();

  it('end with engine_lost in every answer and in the audit log, and none is left when it is back', async () => {
    const user = await daemon().newUser();
    const { client } = user;
    const size = { memoryMb: 641 };
    const [used, paused] = [await openSandbox(client, size), await openSandbox(client, size)];
    await client.call(pauseSandbox, { params: { id: paused.id } });
    const cell = await used.streamCell({ code: 'print("up", flush=True)\nwhile True: pass', timeoutMs: 60_000 });
    await cell.next();
    expect(await cell.next()).toMatchObject({ event: 'stdout', data: { text: expect.stringContaining('up') } });
    const body = { shell: 'touch begun; sleep 300', timeoutMs: 60_000 };
    const process = client.refusal(runProcess, { params: { id: used.id }, body });
    await until(async () => (await used.run({ command: ['test', '-e', 'begun'] })).exitCode === 0);
    const instance = instanceOf(daemon().config.dataDir);
    expect(await countContainers(instance, 641)).toBe(2);

    await proxy.cut();
    const details = [{ path: 'endReason', message: 'engine_lost' }];
    const ended = { code: 'sandbox_ended', message: expect.stringContaining('engine stopped answering'), details };
    expect((await cell.rest()).at(-1)).toMatchObject({ event: 'error', data: { error: ended } });
    expect(await process).toMatchObject({ status: 410, ...ended });
    for (const { id } of [used, paused])
      for (const spec of [readSandbox, listContexts, pauseSandbox, deleteSandbox])
        expect(await client.refusal(spec, { params: { id } })).toMatchObject({ status: 410, ...ended });
    expect((await client.call(listSandboxes)).sandboxes).toEqual([]);
    const rows = await readAuditLog(user, 'sandbox.delete');
    expect(new Set(rows.map(({ resource_id }) => resource_id))).toEqual(new Set([used.id, paused.id]));
    expect(rows.map(({ metadata }) => metadata)).toEqual(
      Array(2).fill({ endReason: 'engine_lost', actor: { kind: 'daemon' } }),
    );
    expect(await client.refusal(createSandbox, { body: size })).toMatchObject({
      ...{ status: 503, code: 'engine_unavailable' },
    });

    await proxy.open();
    await untilReady();
    await until(async () => (await countContainers(instance, 641)) === 0);
    const next = await openSandbox(client);
    expect(await next.cell('6 * 7')).toMatchObject({ status: 'succeeded' });
    await next.remove();
  });
});
