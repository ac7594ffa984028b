/** Packages that a run has for itself, next to the list, and what cannot be installed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { cancelExecution, execute, listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import { addPackage } from '../../../src-shared/contracts/packages.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { type ApiClient, asKey } from '../../support/api-client.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { type NpmRegistry, startNpmRegistry } from './npm-registry.ts';
import { type PackageIndex, startPackageIndex } from './package-index.ts';
import { installOnce, settled, userOfIndex } from './settled.ts';
import { buildSourceDistribution, buildWheel } from './wheels.ts';

const header = (...dependencies: string[]) =>
  `# /// script\n# dependencies = ${JSON.stringify(dependencies)}\n# ///\nimport plain; print(plain.VERSION)\n`;

describe('packages of a run without Docker', () => {
  const daemon = testDaemonOfFile({ args: ['--engine', 'embedded'] });
  let index: PackageIndex;

  beforeAll(async () => {
    index = await startPackageIndex({ host: '127.0.0.1' });
    for (const version of ['1.0', '1.1', '2.0']) index.publish(buildWheel({ name: 'plain', version }));
    index.publish(buildWheel({ name: 'leaning', version: '1.0', requires: ['plain<2'] }));
  });
  afterAll(() => index.stop());

  const newUser = () => userOfIndex(daemon(), index.url);
  const run = (client: ApiClient, code: string, options: object = {}) =>
    client.call(execute, { body: { language: 'python', code, ...options } });
  const refusal = (client: ApiClient, code: string, options: object = {}) =>
    client.refusal(execute, { body: { language: 'python', code, ...options } });

  test('add to the list and replace its versions; what the list satisfies is not installed', async () => {
    const { client } = await newUser();
    await client.call(addPackage, { body: { name: 'leaning' } });
    await settled(client);
    const asked = index.requests.length;
    const own = await run(client, header('leaning>=1'));
    expect(own).toMatchObject({ stdout: '1.1\n', packages: [{ name: 'leaning', version: '1.0' }] });
    expect(index.requests).toHaveLength(asked);

    const conflict = await refusal(client, header('plain>=2'));
    expect(conflict).toMatchObject({ code: 'packages_failed', message: expect.stringMatching(/leaning|plain/) });
    const { executions } = await client.call(listExecutions, { query: { limit: 1 } });
    expect(executions[0]).toMatchObject({ status: 'failed', exitCode: null, notices: [conflict.message] });
    const alone = await run(client, header('plain>=2'), { packages: false });
    expect(alone).toMatchObject({ stdout: '2.0\n' });
    const named = await run(client, header('plain>=2'), { packages: false, withPackages: ['plain==1.0'] });
    expect(named).toMatchObject({ stdout: '1.0\n', packages: [{ name: 'plain', version: '1.0' }] });
  });

  test('can be turned off by the request and by the setting', async () => {
    const { client } = await newUser();
    const code = header('plain').replace('import plain; print(plain.VERSION)', 'print(1)');
    const off = await run(client, code, { inlinePackages: false });
    expect(off).not.toHaveProperty('packages');
    await client.call(updateSettings, { body: { installer: { forRuns: false } } });
    expect(await run(client, code)).toMatchObject({
      stdout: '1\n',
      notices: [expect.stringMatching(/forRuns is off/)],
    });
    expect(await run(client, code.replace('dependencies', '='))).toMatchObject({ stdout: '1\n' });
    expect(await refusal(client, 'print(1)', { withPackages: ['plain'] })).toMatchObject({ code: 'forbidden' });
  });

  test('of JavaScript need Docker, and the error says so', async () => {
    const { client } = await newUser();
    const code = '// npm: lodash@4.17.21\nconsole.log(1)';
    expect(await client.refusal(execute, { body: { language: 'javascript', code } })).toMatchObject({
      code: 'packages_failed',
      message: expect.stringMatching(/JavaScript and TypeScript need Docker/),
    });
  });
});

describeWithEngine('packages of a run', () => {
  const daemon = testDaemonOfFile();
  let index: PackageIndex;
  let registry: NpmRegistry;

  beforeAll(async () => {
    index = await startPackageIndex();
    registry = await startNpmRegistry();
    await installOnce(daemon(), index);
    for (const version of ['1.0', '2.0']) index.publish(buildWheel({ name: 'plain', version }));
    registry.publish({ name: 'strong-js', version: '1.2.0', source: 'exports.version = "1.2.0";' });
  });
  afterAll(() => Promise.all([index.stop(), registry.stop()]));

  const newUser = async () => {
    const user = await daemon().newUser();
    const installer = { pipIndexUrl: index.url, npmRegistry: registry.url };
    await user.client.call(updateSettings, { body: { installer } });
    return user;
  };

  const open = (client: ApiClient, body: object) =>
    openEventStream(daemon().url, { method: 'POST', path: execute.path, headers: client.credential, body });
  const eventsOf = async (client: ApiClient, body: object) => (await open(client, body)).rest();

  test('of Python: two runs at the same time share one installation, and their streams show it', async () => {
    const { client } = await newUser();
    const body = { language: 'python', code: header('plain==1.0') };
    const [one, two] = await Promise.all([eventsOf(client, body), eventsOf(client, body)]);
    for (const events of [one, two]) {
      expect(events.slice(0, 2)).toMatchObject([
        { event: 'started' },
        { event: 'installing', data: { packages: ['plain ==1.0'] } },
      ]);
      expect(events.filter(({ event }) => event === 'install_log').length).toBeGreaterThan(0);
      expect(events).toContainEqual(expect.objectContaining({ event: 'installed' }));
      expect(events.at(-1)).toMatchObject({
        event: 'finished',
        data: { stdout: '1.0\n', packages: [{ name: 'plain', version: '1.0' }] },
      });
    }
    expect(index.requests.filter((path) => path.endsWith('plain-1.0-py3-none-any.whl'))).toHaveLength(1);
    const again = await eventsOf(client, body);
    // Output arrives in one piece or in two.
    expect([...new Set(again.map(({ event }) => event))]).toEqual(['started', 'stdout', 'finished']);
  });

  test('are not built for a key that may not use every secret', async () => {
    const { client, session } = await newUser();
    index.publish(buildSourceDistribution({ name: 'sourced', version: '1.0', backend: '' }));
    const { apiKey } = await session.call(createApiKey, { body: { name: 'narrow', scopes: ['execute', 'packages'] } });
    const narrow = client.with(asKey(apiKey));
    const body = { language: 'python', code: 'print(1)', withPackages: ['sourced'] };
    expect(await narrow.refusal(execute, { body })).toMatchObject({
      code: 'packages_failed',
      message: expect.stringMatching(/may have to be built.* installs packages without building them/),
    });
    expect(await narrow.call(execute, { body: { ...body, withPackages: ['plain'] } })).toMatchObject({ stdout: '1\n' });
  });

  test('of JavaScript and TypeScript, which share them', async () => {
    const { client } = await newUser();
    const code = '// npm: strong-js@^1\nimport { version } from "strong-js";\nconsole.log(version);\n';
    for (const language of ['javascript', 'typescript'])
      expect(await client.call(execute, { body: { language, code } })).toMatchObject({
        stdout: '1.2.0\n',
        packages: [{ name: 'strong-js', version: '1.2.0' }],
      });
  });

  test('a run that is cancelled while it waits for them ends at once, and so does the installation', async () => {
    const { client } = await newUser();
    index.behave('hang');
    try {
      const stream = await open(client, { language: 'python', code: header('plain==2.0') });
      const started = await stream.next();
      expect(await stream.next()).toMatchObject({ event: 'installing' });
      const params = { id: started?.data.id ?? '' };
      expect(await client.call(cancelExecution, { params })).toMatchObject({ status: 'cancelled' });
    } finally {
      index.behave('serve');
    }
  });
});
