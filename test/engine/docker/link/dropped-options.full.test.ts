/** An engine, or a proxy, that silently drops one option of each create call. */
import { expect, test } from 'vitest';
import { until } from '../../../support/until.ts';
import { startAltered, without } from '../canary/canary-fixture.ts';
import { containersOf, describeWithDocker, run } from '../docker-fixture.ts';
import type { Alterations } from './altered-engine.ts';

const asRoot: Alterations = { create: (options) => ({ ...options, User: '0:0' }) };
const unconfined: Alterations = {
  create: (options) => ({
    ...options,
    HostConfig: { ...options.HostConfig, SecurityOpt: ['no-new-privileges', 'seccomp=unconfined'] },
  }),
};
/** Each of these two options alone keeps a container without a network. */
const withNetwork: Alterations = {
  create: ({ NetworkDisabled: _disabled, HostConfig, ...options }) => {
    const { NetworkMode: _mode, ...others } = HostConfig ?? {};
    return { ...options, HostConfig: others };
  },
};

const dropped: readonly [name: string, alterations: Alterations, missing: string | RegExp][] = [
  ['CapDrop', without('CapDrop'), 'no capabilities (found CapBnd 00000000a80425fb)'],
  ['no-new-privileges', without('SecurityOpt'), 'no-new-privileges (found 0)'],
  ['the seccomp profile', unconfined, 'a seccomp filter (found 0)'],
  ['ReadonlyRootfs', without('ReadonlyRootfs'), 'a read-only root (found rw)'],
  ['PidsLimit', without('PidsLimit'), 'the limit of 64 processes (found max)'],
  ['Memory', without('Memory', 'MemorySwap'), 'the memory limit of 268435456 bytes (found'],
  ['MemorySwap', without('MemorySwap'), 'no swap (found 536870912)'],
  ['NanoCpus', without('NanoCpus'), 'the limit of 1 processors (found max)'],
  ['Ulimits', without('Ulimits'), 'the limit of 4294967296 bytes a file (found unlimited)'],
  ['the network', withNetwork, 'no network (found'],
  ['User', asRoot, /the user 20\d{5} \(found 0/],
  ['ShmSize', without('ShmSize'), '/dev/shm with size=4294967296 (found 67108864)'],
];

describeWithDocker('an engine that drops', (fixture) => {
  test.each(dropped)('%s is not ready, and its status names the option', async (_name, alterations, missing) => {
    const { status, instanceId } = await startAltered(alterations);
    expect(status).toMatchObject({ name: 'docker', status: 'unavailable' });
    if (typeof missing === 'string') expect(status.reason).toContain(missing);
    else expect(status.reason).toMatch(missing);
    expect(await containersOf(fixture().docker, instanceId)).toEqual([]);
  });

  test('a limit becomes ready without a restart of the daemon once it applies the limit', async () => {
    const { engine, altered, status } = await startAltered(without('PidsLimit'));
    expect(status.status).toBe('unavailable');
    altered.alter({});
    await until(() => engine.status().status === 'ready');
    expect((await run(engine, { code: 'echo kept' })).stdout).toBe('kept\n');
  });

  test('a limit of a run with a warning fails that run, and its container is removed', async () => {
    const { engine, altered, instanceId, status } = await startAltered({});
    expect(status.status).toBe('ready');
    const warning = 'Your kernel does not support PIDs limit capabilities. PIDs limit discarded.';
    altered.alter({ created: (answer) => ({ ...answer, Warnings: [warning] }) });
    await expect(run(engine, { code: 'echo no' })).rejects.toMatchObject({
      code: 'engine_unavailable',
      message: expect.stringContaining(warning),
    });
    await until(async () => (await containersOf(fixture().docker, instanceId)).length === 0);
  });

  test('an option of the network with a warning fails a run with network access', async () => {
    const { engine } = await startAltered({ network: (answer) => ({ ...answer, Warning: 'enable_icc is ignored' }) });
    await expect(run(engine, { code: 'echo no', network: 'full' })).rejects.toMatchObject({
      code: 'engine_unavailable',
    });
    expect((await run(engine, { code: 'echo yes' })).stdout).toBe('yes\n');
  });
});
