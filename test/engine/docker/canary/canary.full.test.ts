import { expect, test } from 'vitest';
import { containersOf, describeWithDocker, type Fixture, newEngine, run } from '../docker-fixture.ts';
import type { Alterations } from '../link/altered-engine.ts';
import { openAltered, startAltered, without } from './canary-fixture.ts';

const claimsGvisor: Alterations = { info: (info) => ({ ...info, Runtimes: { runc: {}, runsc: {} } }) };

describeWithDocker('an engine', suite, { keepsWarm: false });

function suite(fixture: () => Fixture): void {
  test('that silently drops limits is not ready, names each limit and runs nothing', async () => {
    const { engine, instanceId, status } = await startAltered(without('Memory', 'MemorySwap', 'PidsLimit'));
    expect(status).toMatchObject({ status: 'unavailable', reason: expect.stringMatching(/the memory limit of \d+ /) });
    expect(status.reason).toContain('the limit of 64 processes (found max)');
    await expect(run(engine, { code: 'echo no' })).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(await containersOf(fixture().docker, instanceId)).toEqual([]);
  });

  test('that warns of a dropped limit is not ready and leaves no container', async () => {
    const warning = 'Your kernel does not support memory limit capabilities. Limitation discarded.';
    const { status, instanceId } = await startAltered({ created: (answer) => ({ ...answer, Warnings: [warning] }) });
    expect(status).toMatchObject({ status: 'unavailable', reason: expect.stringContaining(warning) });
    expect(await containersOf(fixture().docker, instanceId)).toEqual([]);
  });

  test('that claims gVisor but ignores the runtime of a create call is refused', async () => {
    const { status } = await startAltered({ ...claimsGvisor, ...without('Runtime') }, { gvisor: true });
    expect(status).toMatchObject({
      status: 'unavailable',
      reason: expect.stringMatching(/gVisor.*kernel of the engine/),
    });
  });

  test('without gVisor is unavailable with the setting gvisor, and its status names gVisor', async () => {
    const { Runtimes } = await fixture().docker.info();
    if (Runtimes?.runsc !== undefined) return;
    const { engine } = newEngine({ gvisor: true });
    await engine.start();
    expect(engine.status()).toMatchObject({ status: 'unavailable', reason: expect.stringMatching(/gVisor/) });
    await engine.stop();
  });

  test('that cannot start gVisor is refused with the error of Docker', async () => {
    const { status } = await startAltered(claimsGvisor, { gvisor: true });
    expect(status.status).toBe('unavailable');
    expect(status.reason).toMatch(/cannot start a sandbox: .*runsc/);
  });

  test('that is stopped while its first container is created leaves no container', async () => {
    const asked = Promise.withResolvers<void>();
    const isCreated = Promise.withResolvers<void>();
    const { engine, instanceId } = await openAltered({
      refusesRemoval: true,
      create: async (options) => {
        asked.resolve();
        await isCreated.promise;
        return options;
      },
    });
    void engine.start();
    await asked.promise;
    setTimeout(isCreated.resolve, 300);
    await engine.stop();
    expect(await containersOf(fixture().docker, instanceId)).toEqual([]);
  });
}
