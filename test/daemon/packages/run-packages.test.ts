/** Packages that a run has for itself: from the header of its code, and from `withPackages`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { execute, readExecution } from '../../../src-shared/contracts/executions.contract.ts';
import { listPackages } from '../../../src-shared/contracts/packages.contract.ts';
import { type ApiClient, asKey } from '../../support/api-client.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { type PackageIndex, startPackageIndex } from './package-index.ts';
import { userOfIndex } from './settled.ts';
import { buildWheel } from './wheels.ts';

const header = (...dependencies: string[]) =>
  `# /// script\n# dependencies = ${JSON.stringify(dependencies)}\n# ///\nimport plain; print(plain.VERSION)\n`;

describe('packages of a run', () => {
  const daemon = testDaemonOfFile({ args: ['--engine', 'embedded'] });
  let index: PackageIndex;

  beforeAll(async () => {
    index = await startPackageIndex({ host: '127.0.0.1' });
    for (const version of ['1.0', '1.1', '2.0']) index.publish(buildWheel({ name: 'plain', version }));
  });
  afterAll(() => index.stop());

  const newUser = () => userOfIndex(daemon(), index.url);
  const run = (client: ApiClient, code: string, options: object = {}) =>
    client.call(execute, { body: { language: 'python', code, ...options } });
  const refusal = (client: ApiClient, code: string, options: object = {}) =>
    client.refusal(execute, { body: { language: 'python', code, ...options } });

  test('are installed before it, shown in its result, and cached: the second run asks no index', async () => {
    const { client } = await newUser();
    const first = await run(client, header('Plain<2'));
    expect(first).toMatchObject({ stdout: '1.1\n', packages: [{ name: 'plain', version: '1.1' }] });
    const asked = index.requests.length;
    expect(await run(client, `${header('plain <2')}# changed`)).toMatchObject({ stdout: '1.1\n' });
    expect(index.requests).toHaveLength(asked);
    expect(await client.call(readExecution, { params: { id: first.id } })).toMatchObject({ packages: first.packages });
    expect(await client.call(listPackages)).toEqual({ packages: [] });
    expect(await run(client, 'import plain')).toMatchObject({ status: 'failed' });
  });

  test('need the scope `packages` unless they are installed already', async () => {
    const { client, session } = await newUser();
    const { apiKey } = await session.call(createApiKey, { body: { name: 'narrow', scopes: ['execute'] } });
    const narrow = client.with(asKey(apiKey));
    const refused = await refusal(narrow, header('plain==1.1'));
    expect(refused).toMatchObject({ code: 'forbidden', message: expect.stringMatching(/plain ==1\.1.*"packages"/) });
    expect(await refusal(narrow, '', { withPackages: ['plain==1.1'] })).toMatchObject({ code: 'forbidden' });
    await run(client, header('plain==1.1'));
    expect(await run(narrow, header('plain==1.1'))).toMatchObject({ stdout: '1.1\n' });
    // Packages that another account has installed give no right.
    const other = await newUser();
    const { apiKey: otherKey } = await other.session.call(createApiKey, {
      body: { name: 'narrow', scopes: ['execute'] },
    });
    expect(await refusal(other.client.with(asKey(otherKey)), header('plain==1.1'))).toMatchObject({
      code: 'forbidden',
    });
  });

  test('errors name the line of the code or the field of the request', async () => {
    const { client } = await newUser();
    const message = async (code: string, options?: object) => (await refusal(client, code, options)).message;
    expect(await message(header('a b'))).toMatch(/^code declares .*: line 2 names "a b", which is not a package name/);
    expect(await message(header('plain', 'Plain>1'))).toMatch(/line 2 names plain for the second time/);
    expect(await message(header('x @ https://x.example'))).toMatch(/line 2 .* is not from the package index/);
    expect(await message('# /// script\n# dependencies = [\n# ///\n')).toMatch(/line \d is not valid TOML/);
    expect(await message('# /// script\n# requires-python = ">=4"\n# ///\n')).toMatch(
      /line 2 requires Python >=4, but the sandbox has 3\./,
    );
    expect(await message('', { withPackages: ['six', '-e .'] })).toMatch(/^withPackages\[1\] is not/);
    expect(await refusal(client, '', { withPackages: ['six'], language: 'bash' })).toMatchObject({
      code: expect.stringMatching(/packages_not_supported|language_needs_docker/),
    });
    expect(await run(client, header('nowhere; python_version < "3"').replace(/import.*/, 'print(1)'))).toMatchObject({
      stdout: '1\n',
    });
  });
});
