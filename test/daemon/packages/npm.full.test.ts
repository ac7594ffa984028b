import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPackage, removePackage, setPackages } from '../../../src-shared/contracts/packages.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import type { TestUser } from '../../support/daemon/test-daemon.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { bridgeAddress } from './package-index.ts';
import { print, settled } from './settled.ts';

describeWithEngine("packages of JavaScript, from the registry that this machine's npm uses", () => {
  const daemon = testDaemonOfFile();
  let user: TestUser;
  const names = ['is-odd', 'lodash', '@sindresorhus/is', 'esbuild'];

  beforeAll(async () => {
    user = await daemon().newUser();
    const packages = [
      { language: 'javascript', name: 'is-odd@^3.0.0' },
      { language: 'ts', name: 'lodash', version: '4.17.21' },
      { language: 'node', name: '@sindresorhus/is' },
      { language: 'javascript', name: 'esbuild' },
    ];
    await user.client.call(setPackages, { body: { packages } });
    expect(await settled(user.client)).toMatchObject(
      names.toSorted().map((name) => ({ language: 'javascript', name, status: 'installed' })),
    );
  });
  afterAll(() => user.client.call(setPackages, { body: { packages: [] } }));

  test('are found by require and by import, in JavaScript and in TypeScript', async () => {
    const { client } = user;
    const required = "const isOdd = require('is-odd'); console.log(isOdd(3), require('lodash').VERSION)";
    expect(await print(client, 'javascript', required)).toBe('true 4.17.21\n');
    const imported = "import is from '@sindresorhus/is'; console.log(is.number(6), is('x') as string)";
    expect(await print(client, 'typescript', imported)).toBe('true string\n');
  });

  test('with a program of their own run it, though their install script fetched nothing for us', async () => {
    const code = "console.log(require('esbuild').transformSync('let x: number = 1', { loader: 'ts' }).code.trim())";
    expect(await print(user.client, 'javascript', code)).toBe('let x = 1;\n');
  });

  test('of a scope are removed by their encoded name', async () => {
    const other = await daemon().newUser();
    await other.client.call(addPackage, { body: { language: 'javascript', name: '@sindresorhus/is' } });
    await settled(other.client);
    await other.client.call(removePackage, { params: { language: 'ts', name: '@sindresorhus/is' } });
    expect(await settled(other.client)).toEqual([]);
  });

  test('that are not there are named', async () => {
    const other = await daemon().newUser();
    await other.client.call(addPackage, { body: { language: 'javascript', name: 'strongroom-has-no-such-package' } });
    expect((await settled(other.client))[0]?.error).toBe(
      'The package index has no package named strongroom-has-no-such-package.',
    );
    const body = { packages: [{ language: 'javascript', name: 'is-odd@>=99' }] };
    await other.client.call(setPackages, { body });
    expect((await settled(other.client))[0]?.error).toBe('No version satisfies is-odd@>=99.');
  });

  test.each([
    [async () => `http://${await bridgeAddress()}:9/`, 'could not be reached'],
    [async () => 'http://registry.invalid/', 'The host registry.invalid of the package index has no IPv4 address'],
    [async () => 'http://127.0.0.1:9/', 'has the address 127.0.0.1, which is never open to an installer'],
  ])('of a missing registry are reported as such (%#)', { timeout: 60_000 }, async (registry, reason) => {
    const other = await daemon().newUser();
    await other.client.call(updateSettings, { body: { installer: { npmRegistry: await registry() } } });
    await other.client.call(addPackage, { body: { language: 'javascript', name: 'is-odd' } });
    expect((await settled(other.client))[0]?.error).toContain(reason);
  });
});
