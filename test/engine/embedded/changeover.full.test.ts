import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAutoEngine } from '../../../src-daemon/engine/choose-engine.ts';
import { createDockerRunner, type DockerEngineOptions } from '../../../src-daemon/engine/docker/docker-engine.ts';
import { createEmbeddedRunner } from '../../../src-daemon/engine/embedded/embedded-engine.ts';
import type { Engine } from '../../../src-daemon/engine/engine.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { newTestInstance } from '../../support/leftovers/instances.ts';
import { createEngineProxy } from '../docker/link/engine-proxy.ts';
import { jobOf, newLayersDir, resourcesDir, run, silentLog } from './embedded-fixture.ts';

function newAutoEngine(options: Pick<DockerEngineOptions, 'runtimeDir' | 'environment'>): Engine {
  const common = { resourcesDir, log: silentLog };
  return createAutoEngine({
    docker: (front) => createDockerRunner({ ...common, ...options, instanceId: newTestInstance() }, front),
    embedded: (front) => createEmbeddedRunner({ ...common, layersDir: newLayersDir() }, front),
  });
}

describeWithEngine('the engine that is chosen run by run', () => {
  const proxy = createEngineProxy();
  let engine: Engine;
  const inPython = (more = {}) => run(engine, { code: 'print(6 * 7)', ...more });

  beforeAll(async () => {
    await proxy.open();
    const runtimeDir = mkdtempSync(join(tmpdir(), 'auto-'));
    const environment = { DOCKER_HOST: `unix://${proxy.socketPath}` };
    engine = newAutoEngine({ runtimeDir, environment });
    await engine.start();
  });
  afterAll(async () => {
    await proxy.open().catch(() => undefined);
    await engine.stop();
    await proxy.cut();
  });

  test('is Docker while it answers, the embedded one while it does not, and Docker again', async () => {
    await untilName('docker');
    expect(await inPython()).toMatchObject({ engine: 'docker', stdout: '42\n' });

    await proxy.cut();
    await untilName('embedded');
    expect(engine.status()).toMatchObject({ status: 'ready', nextStep: 'npm run engine' });
    expect(await inPython()).toMatchObject({
      engine: 'embedded',
      stdout: '42\n',
      notices: [expect.stringMatching(/^The embedded engine executed this run, not Docker\./)],
    });
    const refused = expect.objectContaining({ code: 'language_needs_docker', status: 422 });
    expect(() => engine.admit(jobOf({ language: 'bash' }))).toThrow(refused);
    await expect(run(engine, { language: 'bash', code: 'echo x' })).rejects.toEqual(refused);
    expect(() => engine.admit(jobOf({ language: 'python', memoryMb: 512 }))).toThrow(
      expect.objectContaining({ code: 'memory_needs_docker' }),
    );
    expect(availability()).toMatchObject({ python: true, javascript: true, typescript: true, bash: false });

    await proxy.open();
    await untilName('docker');
    expect(availability()).toMatchObject({ python: true, bash: true });
    expect(await run(engine, { language: 'bash', code: 'echo back' })).toMatchObject({
      engine: 'docker',
      stdout: 'back\n',
    });
  });

  test('loses no run when Docker stops while they wait and run', async () => {
    await untilName('docker');
    const numbers = Array.from({ length: 24 }, (_, index) => index);
    const code = 'import os, time\ntime.sleep(1)\nprint(os.environ["N"])';
    const running = Promise.all(
      numbers.map((number) => run(engine, { code, env: { N: `${number}` }, timeoutMs: 60_000 })),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    await proxy.cut();
    const results = await running;
    expect(results.map(({ stdout }) => stdout)).toEqual(numbers.map((number) => `${number}\n`));
    expect(results.map((result) => result.engine)).toContain('embedded');
    await proxy.open();
    await untilName('docker');
  });

  test('is a Docker whose socket does not answer yet: runs wait for it', async () => {
    const slow = createEngineProxy();
    await slow.open();
    slow.freeze();
    const runtimeDir = mkdtempSync(join(tmpdir(), 'auto-'));
    const environment = { DOCKER_HOST: `unix://${slow.socketPath}` };
    const waiting = newAutoEngine({ runtimeDir, environment });
    const starting = waiting.start();
    const running = run(waiting, { code: 'import socket\nprint(socket.gethostbyname.__name__)' });
    await starting;
    expect(waiting.status()).toMatchObject({
      status: 'starting',
      reason: expect.stringContaining('may still be start'),
    });
    slow.thaw();
    const result = await running;
    expect(result).toMatchObject({ engine: 'docker', stdout: 'gethostbyname\n' });
    expect(result).not.toHaveProperty('notices');
    await waiting.stop();
    await slow.cut();
  });

  test('is the embedded one where Docker was never there', async () => {
    const runtimeDir = mkdtempSync(join(tmpdir(), 'auto-'));
    const environment = { DOCKER_HOST: `unix://${join(runtimeDir, 'no.sock')}` };
    const alone = newAutoEngine({ runtimeDir, environment });
    await alone.start();
    expect(alone.status()).toMatchObject({ name: 'embedded', status: 'ready', reason: expect.any(String) });
    expect(await run(alone, { code: 'print("at once")' })).toMatchObject({ engine: 'embedded', stdout: 'at once\n' });
    await alone.stop();
    expect(() => alone.admit(jobOf({ language: 'python' }))).toThrow(
      expect.objectContaining({ code: 'shutting_down' }),
    );
  });

  function availability() {
    return Object.fromEntries(engine.languages().map(({ id, available }) => [id, available]));
  }

  async function untilName(name: string): Promise<void> {
    while (engine.status().name !== name || engine.status().status !== 'ready') {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
});
