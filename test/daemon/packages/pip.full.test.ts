import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import {
  addPackage,
  listPackages,
  removePackage,
  setPackages,
} from '../../../src-shared/contracts/packages.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { removeByForce } from '../../support/engine/docker.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { type PackageIndex, startPackageIndex } from './package-index.ts';
import { installOnce, print, settled, userOfIndex } from './settled.ts';
import { buildWheel } from './wheels.ts';

describeWithEngine('packages of Python, from an index of the test', () => {
  const daemon = testDaemonOfFile();
  let index: PackageIndex;

  beforeAll(async () => {
    index = await startPackageIndex();
    await installOnce(daemon(), index);
    for (const version of ['1.0', '1.1', '2.0']) index.publish(buildWheel({ name: 'strongtest', version }));
    index.publish(buildWheel({ name: 'leaning', version: '0.1', requires: ['strongtest<2'] }));
  });
  afterAll(() => index.stop());

  const newUser = () => userOfIndex(daemon(), index.url);

  test('a package that was added is imported without the network', async () => {
    const { client } = await newUser();
    const added = await client.call(addPackage, { body: { language: 'python', name: 'StrongTest', version: '<2' } });
    expect(added).toMatchObject({ language: 'python', name: 'strongtest', requested: '<2' });
    expect(await settled(client)).toMatchObject([{ name: 'strongtest', version: '1.1', status: 'installed' }]);
    expect(await print(client, 'py', 'import strongtest; print(strongtest.VERSION)')).toBe('1.1\n');
    const code = 'import socket\nsocket.create_connection(("172.17.0.1", 80), 2)';
    expect(await print(client, 'python', code)).toContain('Network is unreachable');
  });

  test('a list is resolved as a whole, with what its packages need', async () => {
    const { client } = await newUser();
    const packages = [
      { language: 'python', name: 'leaning' },
      { language: 'python', name: 'strongtest>=1' },
    ];
    await client.call(setPackages, { body: { packages } });
    expect(await settled(client)).toMatchObject([
      { name: 'leaning', version: '0.1', requested: null },
      { name: 'strongtest', version: '1.1', requested: '>=1' },
    ]);
  });

  test('extras are installed, and a list with hashes only if every package has one that matches', async () => {
    const made = ['1.0', '2.0'].map((version) => buildWheel({ name: 'strongtest', version }));
    const hashes = made.map(({ content }) => `sha256:${createHash('sha256').update(content).digest('hex')}`);
    index.publish(
      buildWheel({
        name: 'optional',
        version: '1.0',
        requires: ['strongtest; extra == "more"'],
        metadata: ['Provides-Extra: more'],
      }),
    );
    const { client } = await newUser();
    await client.call(setPackages, { body: { packages: ['optional[more]==1.0'] } });
    expect(await settled(client)).toMatchObject([
      { name: 'optional', requested: '==1.0', extras: ['more'], version: '1.0' },
    ]);
    expect(await print(client, 'python', 'import strongtest; print(strongtest.VERSION)')).toBe('2.0\n');

    const pinned = { name: 'strongtest', version: '1.0', hashes };
    await client.call(setPackages, { body: { packages: [pinned] } });
    expect(await settled(client)).toMatchObject([{ version: '1.0', status: 'installed', hashes: hashes.toSorted() }]);
    await client.call(setPackages, { body: { packages: [{ ...pinned, hashes: [`sha256:${'0'.repeat(64)}`] }] } });
    expect(await settled(client)).toMatchObject([
      { status: 'failed', error: expect.stringMatching(/none of the hashes/) },
    ]);
    await client.call(setPackages, { body: { packages: [pinned, 'leaning'] } });
    expect((await settled(client))[0]?.error).toMatch(
      /every package that is installed needs an exact version and hashes/,
    );
  });

  test('the layer cannot be written', async () => {
    const { client } = await newUser();
    await client.call(addPackage, { body: { language: 'python', name: 'strongtest' } });
    await settled(client);
    const code = 'import strongtest\nopen(strongtest.__file__, "w")';
    expect(await print(client, 'python', code)).toContain('Read-only file system');
  });

  test('equal lists of two accounts that ask at the same moment are installed once', async () => {
    const users = await Promise.all([newUser(), newUser()]);
    const packages = [
      { language: 'python', name: 'strongtest', version: '1.0' },
      { language: 'python', name: 'leaning' },
    ];
    const before = index.requests.length;
    await Promise.all([
      users[0]?.client.call(setPackages, { body: { packages } }),
      users[1]?.client.call(setPackages, { body: { packages: packages.toReversed() } }),
    ]);
    for (const { client } of users) {
      expect((await settled(client)).map(({ status }) => status)).toEqual(['installed', 'installed']);
      expect(await print(client, 'python', 'import strongtest; print(strongtest.VERSION)')).toBe('1.0\n');
    }
    expect(index.requests.slice(before).filter((path) => path.endsWith('.whl'))).toHaveLength(2);
  });

  test('a list that was installed before is there at once', async () => {
    const { client } = await newUser();
    const one = [{ language: 'python', name: 'strongtest', version: '1.0' }];
    await client.call(setPackages, { body: { packages: one } });
    await settled(client);
    await client.call(setPackages, { body: { packages: [] } });
    expect(await settled(client)).toEqual([]);
    const { packages } = await client.call(setPackages, { body: { packages: one } });
    expect(packages).toMatchObject([{ status: 'installed', version: '1.0' }]);
  });

  test('the old layer serves until the new one is whole, and the answer says so', async () => {
    const { client } = await newUser();
    await client.call(addPackage, { body: { language: 'python', name: 'strongtest', version: '1.0' } });
    await settled(client);
    index.behave('hang');
    await client.call(addPackage, { body: { language: 'python', name: 'strongtest', version: '2.0' } });
    const body = { language: 'python', code: 'import strongtest; print(strongtest.VERSION)' };
    const during = await client.call(execute, { body });
    index.behave('serve');
    expect(during.stdout).toBe('1.0\n');
    expect(during.notices?.[0]).toContain('still being installed');
    const { packages } = await client.call(listPackages);
    expect(packages).toMatchObject([{ status: 'installing', version: '1.0', requested: '==2.0' }]);
    await client.call(setPackages, { body: { packages: [] } });
  });

  test('a removed package is no longer available to executions', async () => {
    const { client } = await newUser();
    await client.call(addPackage, { body: { language: 'python', name: 'strongtest' } });
    await settled(client);
    await client.call(removePackage, { params: { language: 'python', name: 'StrongTest' } });
    expect(await settled(client)).toEqual([]);
    expect(await print(client, 'python', 'import strongtest')).toContain('ModuleNotFoundError');
    const again = await client.refusal(removePackage, { params: { language: 'python', name: 'strongtest' } });
    expect(again).toMatchObject({ status: 404, code: 'package_not_found' });
  });

  test('the audit log records each change and counts the packages of each run', async () => {
    const { client } = await newUser();
    await client.call(setPackages, { body: { packages: [{ language: 'python', name: 'strongtest==1.0' }] } });
    await settled(client);
    const body = { language: 'python', code: 'pass' };
    await client.call(execute, { body });
    await client.call(execute, { body: { ...body, packages: false } });
    await client.call(removePackage, { params: { language: 'python', name: 'strongtest' } });
    const { logs } = await client.call(listAuditLog, { query: { limit: 4 } });
    const entries = logs.toReversed().map(({ action, metadata }) => [action, metadata]);
    expect(entries).toMatchObject([
      ['package.set', { packages: [{ language: 'python', name: 'strongtest', version: '==1.0' }] }],
      ['code.execute', { packages: 1 }],
      ['code.execute', { packages: 0 }],
      ['package.remove', { language: 'python', name: 'strongtest' }],
    ]);
  });

  test('a request that changes nothing is answered with 200, without an audit row or an installation', async () => {
    const { client } = await newUser();
    const spec = { name: 'strongtest', version: '1.0' };
    expect((await client.answer(addPackage, { body: spec })).status).toBe(201);
    await settled(client);
    const before = await client.call(listAuditLog, { query: { limit: 1 } });
    const again = await client.answer(addPackage, { body: spec });
    expect(again).toMatchObject({ status: 200, json: { status: 'installed', version: '1.0' } });
    const set = await client.answer(setPackages, { body: { packages: [spec] } });
    expect(set).toMatchObject({ status: 200, json: { packages: [{ status: 'installed' }] } });
    expect(await client.call(listAuditLog, { query: { limit: 1 } })).toEqual(before);
    const changed = await client.answer(addPackage, { body: { ...spec, version: '1.1' } });
    expect(changed).toMatchObject({ status: 200, json: { requested: '==1.1' } });
    const { logs } = await client.call(listAuditLog, { query: { limit: 1 } });
    expect(logs).toMatchObject([{ action: 'package.add', metadata: { name: 'strongtest', version: '==1.1' } }]);
  });

  test('another account has none of it', async () => {
    const { client } = await newUser();
    await client.call(addPackage, { body: { language: 'python', name: 'strongtest' } });
    await settled(client);
    const stranger = await newUser();
    expect(await stranger.client.call(listPackages)).toEqual({ packages: [] });
    expect(await print(stranger.client, 'python', 'import strongtest')).toContain('ModuleNotFoundError');
    const refusal = await stranger.client.refusal(removePackage, {
      params: { language: 'python', name: 'strongtest' },
    });
    expect(refusal.code).toBe('package_not_found');
  });

  test('a layer that was removed from the engine is installed again', async () => {
    const { client } = await newUser();
    const packages = [{ language: 'python', name: 'strongtest', version: '~=1.0' }];
    await client.call(setPackages, { body: { packages } });
    await settled(client);
    const { id } = daemon().core.database.read.get<{ id: string }>(
      'SELECT layer_id AS id FROM package_lists WHERE layer_id IS NOT NULL ORDER BY account_id DESC LIMIT 1',
    ) ?? { id: '' };
    await removeByForce(id);
    const body = { language: 'python', code: 'import strongtest; print(strongtest.VERSION)' };
    expect(await client.refusal(execute, { body })).toMatchObject({ status: 503, code: 'packages_unavailable' });
    expect(await settled(client)).toMatchObject([{ status: 'installed' }]);
    expect((await client.call(execute, { body })).stdout).toBe('1.1\n');
  });
});
