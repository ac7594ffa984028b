import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { register } from '../../../src-shared/contracts/accounts.contract.ts';
import { addPackage, listPackages } from '../../../src-shared/contracts/packages.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { asKey, createApiClient } from '../../support/api-client.ts';
import { startChildDaemon, temporaryDataDir } from '../../support/daemon/child-daemon.ts';
import { testPassword } from '../../support/daemon/test-daemon.ts';
import { instanceOf, listInstallers, listLayers } from '../../support/engine/docker.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { type PackageIndex, startPackageIndex } from './package-index.ts';
import { print, settled } from './settled.ts';
import { buildWheel } from './wheels.ts';

describeWithEngine('package lists and the life of the daemon', () => {
  let index: PackageIndex;

  beforeAll(async () => {
    index = await startPackageIndex();
    index.publish(buildWheel({ name: 'first', version: '1.0' }));
    index.publish(buildWheel({ name: 'second', version: '1.0', files: { 'second.py': `x = "${'y'.repeat(9999)}"` } }));
  });
  afterAll(() => index.stop());

  test('a daemon killed while it installs leaves nothing, and its next start ends the work', {
    timeout: 120_000,
  }, async () => {
    const folder = temporaryDataDir();
    const before = await startChildDaemon(folder.dataDir);
    const instance = instanceOf(folder.dataDir);
    const email = 'packages@example.com';
    const { apiKey } = await createApiClient(before.url).call(register, { body: { email, password: testPassword } });
    const client = createApiClient(before.url, asKey(apiKey));
    await client.call(updateSettings, { body: { installer: { pipIndexUrl: index.url } } });
    await client.call(addPackage, { body: { language: 'python', name: 'first' } });
    await settled(client);
    const layers = await listLayers(instance);

    index.behave('hang');
    const asked = index.requests.length;
    await client.call(addPackage, { body: { language: 'python', name: 'second' } });
    while (!index.requests.slice(asked).some((path) => path.startsWith('/files/'))) await sleep(20);
    before.process.kill('SIGKILL');
    await before.exited;
    while ((await listInstallers(instance)).length > 0) await sleep(20);
    expect((await listLayers(instance)).length).toBe(2);

    index.behave('serve');
    const after = await startChildDaemon(folder.dataDir);
    const again = createApiClient(after.url, asKey(apiKey));
    expect((await again.call(listPackages)).packages.map(({ name }) => name)).toEqual(['first', 'second']);
    expect(await settled(again)).toMatchObject([{ status: 'installed' }, { status: 'installed', version: '1.0' }]);
    expect(await print(again, 'python', 'import first, second; print(first.VERSION, len(second.x))')).toBe(
      '1.0 9999\n',
    );
    const left = await listLayers(instance);
    expect(left).toHaveLength(2);
    expect(left).toEqual(expect.arrayContaining(layers));

    after.process.kill('SIGTERM');
    expect(await after.exited).toMatchObject({ code: 0 });
    expect(await listLayers(instance)).toEqual(left);
  });
});
