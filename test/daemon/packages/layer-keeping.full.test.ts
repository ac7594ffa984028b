import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '../../../src-shared/contracts/accounts.contract.ts';
import { setPackages } from '../../../src-shared/contracts/packages.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { testDaemonOfFile, testPassword } from '../../support/daemon/test-daemon.ts';
import { dockerOfTests, instanceOf, listLayers } from '../../support/engine/docker.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { type PackageIndex, startPackageIndex } from './package-index.ts';
import { installOnce, print, settled, userOfIndex } from './settled.ts';
import { buildWheel } from './wheels.ts';

describeWithEngine('layers', () => {
  const daemon = testDaemonOfFile();
  let index: PackageIndex;

  beforeAll(async () => {
    index = await startPackageIndex();
    await installOnce(daemon(), index);
    for (const version of ['1.0', '2.0']) index.publish(buildWheel({ name: 'kept', version }));
  });
  afterAll(() => index.stop());

  const layers = () => listLayers(instanceOf(daemon().config.dataDir));
  const list = (version: string) => ({ body: { packages: [{ language: 'python', name: 'kept', version }] } });

  test('that no list names go once they are too large together and have rested', async () => {
    const earlier = await layers();
    const { client } = await userOfIndex(daemon(), index.url);
    await client.call(setPackages, list('1.0'));
    await settled(client);
    const old = (await layers()).filter((id) => !earlier.includes(id));
    await client.call(setPackages, list('2.0'));
    await settled(client);
    expect(await layers()).toHaveLength(earlier.length + 2);

    // More than all unused layers together may have.
    daemon().core.database.transaction((db) => db.run('UPDATE package_layers SET size_bytes = 5000000000'));
    daemon().core.services.packages.sweep();
    daemon().clock.pass(16 * 60_000);
    daemon().core.services.packages.sweep();
    while ((await layers()).includes(old[0] ?? '')) await sleep(50);
    expect(await layers()).toHaveLength(earlier.length + 1);
    expect(await print(client, 'python', 'import kept; print(kept.VERSION)')).toBe('2.0\n');
  });

  test('of a deleted account are no longer used', async () => {
    const user = await userOfIndex(daemon(), index.url);
    await user.client.call(setPackages, list('>0'));
    await settled(user.client);
    const unnamed = () =>
      daemon().core.database.read.all(
        'SELECT id FROM package_layers WHERE id NOT IN (SELECT layer_id FROM package_lists WHERE layer_id IS NOT NULL)',
      ).length;
    const before = unnamed();
    await user.session.call(deleteAccount, { body: { password: testPassword } });
    expect(unnamed()).toBe(before + 1);
  });

  test('without a row are removed: an installation that was cut short', async () => {
    const Labels = {
      'app.strongroom.role': 'layer',
      'app.strongroom.instance': instanceOf(daemon().config.dataDir),
    };
    const { name } = await dockerOfTests().createVolume({ Name: `strongroom-layer-cut-${Date.now()}`, Labels });
    daemon().core.services.packages.sweep();
    while ((await layers()).includes(name)) await sleep(50);
    expect(await layers()).not.toContain(name);
  });

  test('come through a proxy where the settings name one', async () => {
    const { client } = await daemon().newUser();
    const proxy = index.url.replace('/simple/', '');
    const installer = { pipIndexUrl: 'http://packages.invalid/simple/', proxy };
    await client.call(updateSettings, { body: { installer } });
    await client.call(setPackages, list('1.0'));
    expect(await settled(client)).toMatchObject([{ status: 'installed', version: '1.0' }]);
  });
});
