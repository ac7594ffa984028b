/** The remover process cleans up after a daemon that was killed between the creation and the start of a container. */
import { platform } from 'node:process';
import { describe, expect, test } from 'vitest';
import { execute } from '../../../../src-shared/contracts/executions.contract.ts';
import { type ReadyDaemon, startChildDaemon, temporaryDataDir } from '../../../support/daemon/child-daemon.ts';
import { registerUser } from '../../../support/daemon/test-daemon.ts';
import { instanceOf } from '../../../support/engine/docker.ts';
import { until } from '../../../support/until.ts';
import { containersOf, describeWithDocker } from '../docker-fixture.ts';
import { createEngineProxy } from '../link/engine-proxy.ts';
import { findRemover, isRunning, removerOf, residentBytes, startOf } from './removers.ts';

const mebibyte = 1024 * 1024;
/** Documented limit: this long after a SIGKILL the engine has no container of the daemon. */
const limitMs = 10_000;

describe.skipIf(platform !== 'linux')('the remover', () => {
  describeWithDocker(
    'of a daemon',
    (fixture) => {
      test('removes containers that were created but not started after a SIGKILL, and exits', async () => {
        const { docker } = fixture();
        const proxy = createEngineProxy();
        proxy.holdStarts();
        await proxy.open();
        const { daemon, instance } = await start({ DOCKER_HOST: `unix://${proxy.socketPath}` });
        const states = async () => (await containersOf(docker, instance)).map(({ State }) => State);
        await until(async () => (await states()).length > 0);
        expect(new Set(await states())).toEqual(new Set(['created']));
        const remover = await removerOf(daemon.process.pid);

        daemon.process.kill('SIGKILL');
        await daemon.exited;
        const killedAt = performance.now();
        await until(async () => (await states()).length === 0);
        await until(() => !isRunning(remover));
        expect(performance.now() - killedAt).toBeLessThan(limitMs);
        expect(await states()).toEqual([]);
        await proxy.cut();
      });

      test('is not started when no program runs in Docker', async () => {
        const { daemon } = await start({}, ['--engine', 'embedded']);
        const { client } = await registerUser(daemon.url);
        const body = { language: 'python', code: 'print(1)' };
        expect(await client.call(execute, { body })).toMatchObject({ engine: 'embedded', stdout: '1\n' });
        expect(findRemover(daemon.process.pid)).toBeUndefined();
      });

      test('is small, gets no environment variable of the daemon and exits on a clean stop', async () => {
        const { daemon } = await start({ STRONGROOM_TEST_CANARY: 'canary-of-the-environment' });
        const remover = await removerOf(daemon.process.pid);
        expect(residentBytes(remover)).toBeLessThan(4 * mebibyte);
        const { environment, command } = startOf(remover);
        expect(environment).not.toMatch(/canary|PATH=|HOME=|STRONGROOM/);
        expect(command).not.toContain('canary');

        daemon.process.kill('SIGTERM');
        expect(await daemon.exited).toMatchObject({ code: 0 });
        await until(() => !isRunning(remover));
      });
    },
    { keepsWarm: false },
  );
});

async function start(
  env: Record<string, string>,
  args: string[] = [],
): Promise<{ daemon: ReadyDaemon; instance: string }> {
  const { dataDir } = temporaryDataDir();
  const daemon = await startChildDaemon(dataDir, env, args);
  return { daemon, instance: instanceOf(dataDir) };
}
