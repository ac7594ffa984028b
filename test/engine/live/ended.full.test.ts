import { expect, test } from 'vitest';
import { SandboxEndedError } from '../../../src-daemon/engine/live-sandbox.ts';
import { until } from '../../support/until.ts';
import { containersOf, describeWithDocker, type Fixture, newEngine } from '../docker/docker-fixture.ts';
import { createEngineProxy } from '../docker/link/engine-proxy.ts';
import { disposeAfterEach, openSandbox, shell } from './live-fixture.ts';

const mebibyte = 1024 * 1024;

describeWithDocker('the end of a live sandbox', suite, { keepsWarm: false });

function suite(fixture: () => Fixture): void {
  disposeAfterEach();

  test('has the reason that its files have filled its memory', async () => {
    const { engine, docker, instanceId } = fixture();
    const sandbox = await openSandbox(engine, { memoryMb: 128, diskMb: 256 });
    async function* large() {
      for (let count = 0; count < 200; count++) yield Buffer.alloc(mebibyte, 'x');
    }
    const ended = new SandboxEndedError('out_of_memory');
    await expect(sandbox.writeFile('large', large(), { isNew: true })).rejects.toEqual(ended);
    expect(await sandbox.ended).toBe('out_of_memory');
    await until(async () => (await containersOf(docker, instanceId)).length === 0);
  });

  test('has the reason that its engine was lost, and the next one works when the engine is back', async () => {
    const { docker } = fixture();
    const proxy = createEngineProxy();
    await proxy.open();
    const environment = { DOCKER_HOST: `unix://${proxy.socketPath}` };
    const { engine, instanceId } = newEngine({ environment, keepsWarm: false });
    await engine.start();
    const sandbox = await openSandbox(engine);
    await proxy.cut();
    expect(await sandbox.ended).toBe('engine_lost');
    await expect(sandbox.stat('')).rejects.toEqual(new SandboxEndedError('engine_lost'));
    await expect(openSandbox(engine)).rejects.toMatchObject({ code: 'engine_unavailable' });
    await proxy.open();
    await until(() => engine.status().status === 'ready');
    expect((await shell(await openSandbox(engine), 'echo back')).stdout).toBe('back\n');
    await engine.stop();
    expect(await containersOf(docker, instanceId)).toEqual([]);
    await proxy.cut();
  });
}
