import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { listPackages, readPackageEvents, setPackages } from '../../../src-shared/contracts/packages.contract.ts';
import { createEngineProxy } from '../../engine/docker/link/engine-proxy.ts';
import { startTestDaemon, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { instanceOf, listLayers } from '../../support/engine/docker.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { type PackageIndex, startPackageIndex } from './package-index.ts';
import { print, settled, userOfIndex } from './settled.ts';
import { buildWheel } from './wheels.ts';

const needed = [{ language: 'python', name: 'plain' }];
const code = 'import plain; print(plain.VERSION)';

/** For this machine alone, as the engine's containers see it. */
const platform = `manylinux_2_17_${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}`;

function publishOn(index: PackageIndex): void {
  for (const version of ['1.0', '1.1']) index.publish(buildWheel({ name: 'plain', version }));
  index.publish(buildWheel({ name: 'compiled', version: '1.0', tag: 'cp311-cp311-manylinux_2_17_x86_64' }));
  index.publish(buildWheel({ name: 'native', version: '1.0', tag: `py3-none-${platform}` }));
}

describe('packages of the embedded engine', () => {
  const daemon = testDaemonOfFile({ args: ['--engine', 'embedded'] });
  let index: PackageIndex;
  const layers = () => readdirSync(daemon().config.layersDir);

  beforeAll(async () => {
    index = await startPackageIndex({ host: '127.0.0.1' });
    publishOn(index);
  });
  afterAll(() => index.stop());

  test('are installed, with events, and imported', async () => {
    const { client } = await userOfIndex(daemon(), index.url);
    const path = readPackageEvents.path;
    await client.call(setPackages, { body: { packages: needed } });
    expect(await settled(client)).toMatchObject([{ name: 'plain', version: '1.1', status: 'installed' }]);
    expect(await print(client, 'python', code)).toBe('1.1\n');
    const stream = await openEventStream(daemon().url, { path, headers: client.credential });
    const events = [await stream.next(), await stream.next()];
    stream.drop();
    expect(events).toMatchObject([{ event: 'started' }, { event: 'log', data: { text: 'Looking for plain' } }]);
  });

  test('of equal lists of two accounts are installed once, and kept as one file', async () => {
    const users = await Promise.all([userOfIndex(daemon(), index.url), userOfIndex(daemon(), index.url)]);
    const before = { files: layers().length, asked: index.requests.length };
    const packages = [{ language: 'python', name: 'plain==1.0' }];
    await Promise.all(users.map(({ client }) => client.call(setPackages, { body: { packages } })));
    for (const { client } of users) expect(await settled(client)).toMatchObject([{ version: '1.0' }]);
    expect(layers()).toHaveLength(before.files + 1);
    expect(index.requests.slice(before.asked).filter((path) => path.endsWith('.whl'))).toHaveLength(1);
  });

  test('that need Docker are refused by name, and the installed ones still work', async () => {
    const { client } = await userOfIndex(daemon(), index.url);
    await client.call(setPackages, { body: { packages: needed } });
    await settled(client);
    const more = [...needed, { language: 'python', name: 'compiled' }, { language: 'javascript', name: 'lodash' }];
    await client.call(setPackages, { body: { packages: more } });
    const [lodash, compiled, plain] = await settled(client);
    expect(lodash).toMatchObject({ status: 'failed', error: expect.stringContaining('npm run engine') });
    expect(compiled).toMatchObject({ status: 'failed', error: expect.stringMatching(/^compiled needs Docker/) });
    expect(plain).toMatchObject({ status: 'installed', version: '1.1' });
    const run = await client.call(execute, { body: { language: 'python', code } });
    expect(run).toMatchObject({ stdout: '1.1\n', notices: [expect.stringContaining('compiled needs Docker')] });
  });

  test('that were removed from the data folder are installed again', async () => {
    const { client } = await userOfIndex(daemon(), index.url);
    await client.call(setPackages, { body: { packages: [{ language: 'python', name: 'plain<=1.1' }] } });
    await settled(client);
    const { id = '' } =
      daemon().core.database.read.get<{ id: string }>(
        'SELECT layer_id AS id FROM package_lists WHERE layer_id IS NOT NULL ORDER BY account_id DESC LIMIT 1',
      ) ?? {};
    await daemon().core.engine.layers?.remove(id);
    const body = { language: 'python', code };
    expect(await client.refusal(execute, { body })).toMatchObject({ status: 503, code: 'packages_unavailable' });
    expect(await settled(client)).toMatchObject([{ status: 'installed' }]);
    expect((await client.call(execute, { body })).stdout).toBe('1.1\n');
  });
});

describeWithEngine('a list, when Docker stops and starts', () => {
  let index: PackageIndex;

  beforeAll(async () => {
    index = await startPackageIndex();
    publishOn(index);
  });
  afterAll(() => index.stop());

  test('is installed for each engine, and is there at once when Docker is back', { timeout: 240_000 }, async () => {
    const proxy = createEngineProxy();
    await proxy.open();
    vi.stubEnv('DOCKER_HOST', `unix://${proxy.socketPath}`);
    const daemon = await startTestDaemon({ args: ['--engine', 'auto'] });
    vi.unstubAllEnvs();
    const { client } = await userOfIndex(daemon, index.url);
    const native = (await userOfIndex(daemon, index.url)).client;
    const nativeList = { body: { packages: [{ language: 'python', name: 'native' }] } };
    const untilNative = async (status: string) => {
      for (;;) {
        const [found] = (await native.call(listPackages)).packages;
        if (found?.status === status) return found;
        await sleep(200);
      }
    };
    const untilEngine = async (engine: string) => {
      for (;;) {
        const run = await client.call(execute, { body: { language: 'python', code } });
        if (run.engine === engine && run.stdout === '1.1\n') return run;
        // Without its packages a run says why.
        if (run.stdout !== '1.1\n') expect(run.notices?.[0]).toMatch(/packages|package list/);
        await sleep(200);
      }
    };
    const instance = instanceOf(join(daemon.config.dataDir));
    try {
      while (daemon.core.engine.status().name !== 'docker' || daemon.core.engine.status().status !== 'ready')
        await sleep(100);
      await client.call(setPackages, { body: { packages: needed } });
      expect(await settled(client)).toMatchObject([{ status: 'installed' }]);
      expect(await untilEngine('docker')).not.toHaveProperty('notices');

      await native.call(setPackages, nativeList);
      expect(await untilNative('installed')).toMatchObject({ version: '1.0' });

      await proxy.cut();
      // It has its packages, so the only notice is that of the engine.
      expect(await untilEngine('embedded')).toMatchObject({ notices: [expect.stringMatching(/^The embedded engine/)] });
      expect(await client.call(listPackages)).toMatchObject({ packages: [{ status: 'installed', version: '1.1' }] });

      expect(await untilNative('failed')).toMatchObject({ error: expect.stringMatching(/^native needs Docker/) });

      const asked = index.requests.length;
      await proxy.open();
      expect(await untilNative('installed')).toMatchObject({ version: '1.0' });
      expect(await untilEngine('docker')).not.toHaveProperty('notices');
      expect(index.requests.slice(asked)).toEqual([]);
      expect(await listLayers(instance)).toHaveLength(2);
    } finally {
      await proxy.open().catch(() => undefined);
      await daemon.stop();
      await proxy.cut();
    }
  });
});
