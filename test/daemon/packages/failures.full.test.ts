import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { addPackage, readPackageEvents, setPackages } from '../../../src-shared/contracts/packages.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import type { TestUser } from '../../support/daemon/test-daemon.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { instanceOf, listInstallers, listLayers } from '../../support/engine/docker.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { type PackageIndex, startPackageIndex } from './package-index.ts';
import { installOnce, print, settled, userOfIndex } from './settled.ts';
import { buildSourceDistribution, buildWheel } from './wheels.ts';

const hooks = (body: string) =>
  ['def build_wheel(*a, **k):', ...body.split('\n').map((line) => `    ${line}`), ''].join('\n');

describeWithEngine('an installation that fails', () => {
  const daemon = testDaemonOfFile();
  let index: PackageIndex;
  let user: TestUser;
  let layersBefore: string[];

  beforeAll(async () => {
    index = await startPackageIndex();
    await installOnce(daemon(), index);
    index.publish(buildWheel({ name: 'goodone', version: '1.0' }));
    index.publish(buildWheel({ name: 'quarrel', version: '1.0', requires: ['goodone>5'] }));
    index.publish(
      buildSourceDistribution({ name: 'brokenbuild', version: '1.0', backend: hooks('raise SystemError') }),
    );
    const hungry = hooks('keep = []\nwhile True: keep.append(bytearray(64 << 20))');
    index.publish(buildSourceDistribution({ name: 'hungry', version: '1.0', backend: hungry }));
    const greedy = hooks(
      'import tempfile\nf = tempfile.NamedTemporaryFile(delete=False)\ng = tempfile.NamedTemporaryFile(delete=False)\n' +
        'while True:\n    f.write(bytes(1 << 24)); g.write(bytes(1 << 24)); f.flush(); g.flush()',
    );
    index.publish(buildSourceDistribution({ name: 'greedy', version: '1.0', backend: greedy }));
    const forger = hooks(
      'import os, glob\nline = b\'{"done": {"versions": {"forger": "6.6.6"}, "bytes": 1, "files": 1}}\\n\'\n' +
        'tried = []\nfor path in ["/proc/1/fd/1", "/proc/1/mem", "/dev/console"]:\n    try:\n' +
        '        os.write(os.open(path, os.O_WRONLY), line); tried.append("written " + path)\n' +
        '    except OSError as error: tried.append(str(error))\n' +
        'os.write(1, line)\nos.kill(1, 9)\nraise SystemError(tried)',
    );
    index.publish(buildSourceDistribution({ name: 'forger', version: '1.0', backend: forger }));
  });
  afterAll(() => index.stop());

  beforeEach(async () => {
    index.behave('serve');
    user = await userOfIndex(daemon(), index.url);
    await user.client.call(addPackage, { body: { language: 'python', name: 'goodone' } });
    await settled(user.client);
    layersBefore = await listLayers(instanceOf(daemon().config.dataDir));
  });

  /** Adds a package, and expects that the previous packages still work and nothing is left over. */
  async function errorOf(name: string): Promise<string> {
    await user.client.call(addPackage, { body: { language: 'python', name } });
    const packages = await settled(user.client);
    const failed = packages.find(({ status }) => status === 'failed');
    expect(packages.find((one) => one.name === 'goodone')).toMatchObject({ status: 'installed', version: '1.0' });
    expect(await print(user.client, 'python', 'import goodone; print(goodone.VERSION)')).toBe('1.0\n');
    const instance = instanceOf(daemon().config.dataDir);
    expect(await listInstallers(instance)).toEqual([]);
    expect(await listLayers(instance)).toEqual(layersBefore);
    return failed?.error ?? '';
  }

  test('names a package that is not found', async () => {
    expect(await errorOf('nonesuch')).toBe('The package index has no package named nonesuch.');
  });

  test('names the versions that there are', async () => {
    expect(await errorOf('quarrel')).toContain('conflict with each other');
    await user.client.call(setPackages, { body: { packages: [{ language: 'python', name: 'goodone==3' }] } });
    expect((await settled(user.client))[0]?.error).toContain('goodone==3; available versions: 1.0');
  });

  test('names a package that does not build', async () => {
    expect(await errorOf('brokenbuild==1.0')).toContain('brokenbuild could not be built');
  });

  test('ends at its memory limit', async () => {
    expect(await errorOf('hungry')).toContain('memory');
  });

  test('ends at its size limit', async () => {
    expect(await errorOf('greedy')).toContain('exceed 2 GiB');
  });

  test('cannot be reported as a success by an installed package', async () => {
    expect(await errorOf('forger==1.0')).toContain('forger could not be built');
  });

  test('is reported as such for a dropped network', async () => {
    index.behave('cut');
    index.publish(buildWheel({ name: 'cutoff', version: '1.0', files: { 'cutoff.py': new Uint8Array(1 << 20) } }));
    expect(await errorOf('cutoff')).toContain('could not be reached');
  });

  test('is reported as such for a missing index', async () => {
    await user.client.call(updateSettings, {
      body: { installer: { pipIndexUrl: index.url.replace(/:\d+\//, ':9/') } },
    });
    expect(await errorOf('goodtwo')).toContain('could not be reached');
  });

  test('is shown by its run, and tried again by setting the list again', async () => {
    await errorOf('latecomer');
    const body = { language: 'python', code: 'import goodone' };
    const run = await user.client.call(execute, { body });
    expect(run).toMatchObject({ status: 'succeeded' });
    expect(run.notices?.[0]).toMatch(/could not be installed.*installed before.*latecomer/);
    index.publish(buildWheel({ name: 'latecomer', version: '3.1' }));
    const packages = ['goodone', 'latecomer'].map((name) => ({ language: 'python', name }));
    await user.client.call(setPackages, { body: { packages } });
    expect(await settled(user.client)).toMatchObject([{ status: 'installed' }, { version: '3.1' }]);
    expect(await user.client.call(execute, { body })).not.toHaveProperty('notices');
  });

  test('is streamed while it runs, and again to later clients', async () => {
    const path = readPackageEvents.path;
    const stream = await openEventStream(daemon().url, { path, headers: user.client.credential });
    for (let event = await stream.next(); event?.event !== 'installed'; event = await stream.next());
    await user.client.call(addPackage, { body: { language: 'python', name: 'nonesuch' } });
    const events = [];
    for (let event = await stream.next(); event !== undefined; event = await stream.next()) {
      events.push(event);
      if (event.event === 'failed') break;
    }
    stream.drop();
    expect(events[0]).toMatchObject({
      event: 'started',
      data: { language: 'python', packages: ['goodone', 'nonesuch'] },
    });
    expect(events.some(({ event, data }) => event === 'log' && data.text.includes('nonesuch'))).toBe(true);
    expect(events.at(-1)?.data.error).toContain('nonesuch');

    const later = await openEventStream(daemon().url, { path, headers: user.client.credential });
    expect(await later.next()).toMatchObject(events[0] ?? {});
    later.drop();
    const lastId = String(events.at(-2)?.id);
    const headers = { ...user.client.credential, 'last-event-id': lastId };
    const resumed = await openEventStream(daemon().url, { path, headers });
    expect(await resumed.next()).toMatchObject({ event: 'failed', id: events.at(-1)?.id });
    resumed.drop();
  });

  test('that is given up leaves nothing', async () => {
    index.behave('hang');
    index.publish(buildWheel({ name: 'slow', version: '1.0' }));
    const instance = instanceOf(daemon().config.dataDir);
    await user.client.call(addPackage, { body: { language: 'python', name: 'slow' } });
    while ((await listInstallers(instance)).length === 0) await sleep(50);
    await user.client.call(setPackages, { body: { packages: [{ language: 'python', name: 'goodone' }] } });
    expect(await settled(user.client)).toMatchObject([{ name: 'goodone', status: 'installed' }]);
    while ((await listInstallers(instance)).length > 0) await sleep(50);
    while ((await listLayers(instance)).length > layersBefore.length) await sleep(50);
    expect(await listLayers(instance)).toEqual(layersBefore);
  });
});
