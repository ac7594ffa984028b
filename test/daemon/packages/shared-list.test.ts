import { expect, test } from 'vitest';
import { listLanguages } from '../../../src-shared/contracts/languages.contract.ts';
import { listPackages, setPackages } from '../../../src-shared/contracts/packages.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();

test('every language says whose package list it has, and that one has its packages', async () => {
  const { client } = await daemon().newUser();
  // The installations in the background fail at once, and ask no public index.
  const installer = { pipIndexUrl: 'http://127.0.0.1:9/simple', npmRegistry: 'http://127.0.0.1:9' };
  await client.call(updateSettings, { body: { installer } });
  const { languages } = await client.call(listLanguages);
  const lists = Object.fromEntries(languages.map(({ id, packageList }) => [id, packageList]));
  expect(lists).toMatchObject({ python: 'python', javascript: 'javascript', typescript: 'javascript', bash: null });

  for (const { id, packageList, packageManager } of languages) {
    expect(packageList === null).toBe(packageManager === null);
    const body = { packages: [{ language: id, name: 'requested' }] };
    if (packageList === null)
      expect(await client.refusal(setPackages, { body })).toMatchObject({ code: 'packages_not_supported' });
    else await client.call(setPackages, { body });
    const { packages } = await client.call(listPackages);
    if (packageList !== null) expect(packages).toMatchObject([{ language: packageList, name: 'requested' }]);
  }
});
