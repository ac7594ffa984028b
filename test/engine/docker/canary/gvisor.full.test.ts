/** Test engines with a runtime named runsc: one is gVisor, if this machine has it, and one is not. */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { hasCommand } from '../../../../scripts/engine/debian.ts';
import { until } from '../../../support/until.ts';
import { containersOf, describeWithDocker, type Fixture, newEngine, run, sandboxImage } from '../docker-fixture.ts';
import type { Alterations } from '../link/altered-engine.ts';
import { canHaveOwnDockerd, createOwnDockerd, type OwnDockerd, type OwnRuntime } from '../link/own-dockerd.ts';
import { startAltered, without } from './canary-fixture.ts';

const isSkipped = !canHaveOwnDockerd && process.env.CI !== 'true';
const hasGvisor = hasCommand('runsc');

describeWithDocker('every sandbox in gVisor', suite, { keepsWarm: false });

function suite(fixture: () => Fixture): void {
  if (isSkipped) console.warn('SKIPPED, a dockerd of the test’s own needs root on Linux: an engine with another runsc');
  else if (!hasGvisor) console.warn('SKIPPED, this machine has no runsc: sandboxes in gVisor itself');
  let own: OwnDockerd | undefined;
  afterEach(async () => {
    await own?.remove();
    own = undefined;
  });

  async function startWith(runsc: OwnRuntime) {
    own = createOwnDockerd({ runsc });
    await own.start();
    const { docker } = fixture();
    const { RepoTags: names } = await docker.getImage(sandboxImage(fixture())).inspect();
    await own.takeImage(docker, names[0] ?? '');
    const made = newEngine({ environment: { DOCKER_HOST: own.host }, gvisor: true, keepsWarm: true });
    await made.engine.start();
    return { ...made, docker: own.docker };
  }

  test.skipIf(isSkipped)('is refused if the engine’s runsc is runc', async () => {
    const { engine, docker } = await startWith({ path: 'runc' });
    expect(engine.status().status).toBe('unavailable');
    expect(engine.status().reason).toMatch(/gVisor, and the engine does not: the sandbox runs on the kernel of/);
    await expect(run(engine, { code: 'echo no' })).rejects.toMatchObject({ code: 'engine_unavailable' });
    await engine.stop();
    expect(await docker.listContainers({ all: true })).toEqual([]);
  });

  test.skipIf(isSkipped || !hasGvisor)(
    'is ready if the engine has gVisor, and no two sandboxes share a kernel',
    async () => {
      // On newer kernels this runsc can only start without a network, as a sandbox does.
      const runtimeArgs = ['--network=none', '--platform=systrap'];
      const { engine, docker } = await startWith({ path: 'runsc', runtimeArgs });
      expect(engine.status()).toEqual({ name: 'docker', status: 'ready', place: 'machine' });
      const code = 'cat /proc/sys/kernel/random/boot_id; dmesg | grep -c "Starting gVisor"';
      const results = [await run(engine, { code }), await run(engine, { code }), await run(engine, { code })];
      const lines = results.map(({ stdout }) => stdout.split('\n'));
      expect(lines.map(([, count]) => count)).toEqual(['1', '1', '1']);
      expect(new Set(lines.map(([bootId]) => bootId)).size).toBe(3);
      await engine.stop();
      expect(await docker.listContainers({ all: true })).toEqual([]);
    },
  );
}

describeWithDocker('an engine that has gVisor at its start', (fixture) => {
  test('is not ready any more after it started a sandbox without gVisor, and that run is refused', async () => {
    const { engine, altered, instanceId } = await startAltered(
      { ...lacksGvisor, attached: asOwnKernel },
      { gvisor: true },
    );
    expect(engine.status().status).toBe('ready');
    expect((await run(engine, { code: 'echo apart' })).stdout).toBe('apart\n');
    altered.alter(lacksGvisor);
    await expect(run(engine, { code: 'echo no' })).rejects.toMatchObject({
      code: 'engine_unavailable',
      message: expect.stringContaining('gVisor'),
    });
    await until(() => engine.status().status === 'unavailable');
    expect(engine.status().reason).toMatch(/gVisor, and the engine does not/);
    await until(async () => (await containersOf(fixture().docker, instanceId)).length === 0);
  });
});

/** Claims runsc, but ignores the runtime of a create call. */
const lacksGvisor: Alterations = {
  ...without('Runtime'),
  info: (info) => ({ ...info, Runtimes: { runc: {}, runsc: {} } }),
};

/** Changes each hello so that it reports a unique kernel. */
function asOwnKernel(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const name = '"bootId":"';
  const at = text.indexOf(name);
  if (at < 0) return bytes;
  const start = at + name.length;
  return Buffer.from(text.slice(0, start) + randomUUID() + text.slice(start + 36), 'latin1');
}
