/** Packages that a sandbox has for itself, next to the list of its account. */
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { addPackage, listPackages } from '../../../src-shared/contracts/packages.contract.ts';
import {
  createSandbox,
  listSandboxes,
  readSandbox,
} from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { type ApiClient, asKey } from '../../support/api-client.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { openSandbox } from '../../support/sandboxes/api-sandbox.ts';
import { until } from '../../support/until.ts';
import { connectAgent } from '../mcp/agent.ts';
import { packageIndexOfSuite, startPackageIndex } from '../packages/package-index.ts';
import { installOnce, settled, userOfIndex } from '../packages/settled.ts';
import { buildWheel } from '../packages/wheels.ts';

describeWithEngine('packages of a sandbox', () => {
  const daemon = testDaemonOfFile();
  const index = packageIndexOfSuite(...['1.0', '1.1', '2.0', '3.0'].map((version) => ({ name: 'plain', version })), {
    name: 'listed',
    version: '1.0',
  });
  beforeAll(() => installOnce(daemon(), index()));

  const newUser = () => userOfIndex(daemon(), index().url);
  const listed = async (client: ApiClient) => (await client.call(listSandboxes)).sandboxes;
  const openStream = (client: ApiClient, body: object, path: string = createSandbox.path) =>
    openEventStream(daemon().url, { method: 'POST', path, headers: client.credential, body });

  test('are installed before it, shown by it, and cached: runs and later sandboxes ask no index', async () => {
    const { client } = await newUser();
    const first = await openSandbox(client, { withPackages: ['Plain<2'] });
    const own = [{ name: 'plain', version: '1.1' }];
    expect(first.created).toMatchObject({ packages: 1, withPackages: own });
    expect(await client.call(readSandbox, { params: { id: first.id } })).toMatchObject({ withPackages: own });
    expect(await first.cell('import plain; plain.VERSION')).toMatchObject({ outputs: [{ data: expect.anything() }] });
    expect(await first.run({ shell: 'python3 -c "import plain; print(plain.VERSION)"' })).toMatchObject({
      stdout: '1.1\n',
    });
    await first.remove();
    const asked = index().requests.length;
    const second = await openSandbox(client, { withPackages: ['plain <2'] });
    expect(second.created).toMatchObject({ withPackages: own });
    await second.remove();
    const code = 'import plain; print(plain.VERSION)';
    const body = { language: 'python', code, withPackages: ['plain<2'] };
    expect(await client.call(execute, { body })).toMatchObject({ stdout: '1.1\n', packages: own });
    expect(index().requests).toHaveLength(asked);
    expect(await client.call(listPackages)).toEqual({ packages: [] });
  });

  test('are added to the list of the account, or replace it', async () => {
    const { client } = await newUser();
    await client.call(addPackage, { body: { name: 'listed' } });
    await settled(client);
    const shell = 'for name in listed plain; do python3 -c "import $name; print($name.VERSION)" 2>&1 | tail -n 1; done';
    const both = await openSandbox(client, { withPackages: ['plain==2.0'] });
    expect(both.created).toMatchObject({ packages: 2, withPackages: [{ name: 'plain', version: '2.0' }] });
    expect(await both.run({ shell })).toMatchObject({ stdout: '1.0\n2.0\n' });
    await both.remove();
    const alone = await openSandbox(client, { packages: false, withPackages: ['plain==2.0'] });
    expect(alone.created).toMatchObject({ packages: 1 });
    expect(await alone.run({ shell })).toMatchObject({ stdout: expect.stringMatching(/No module.*\n2\.0\n$/) });
    await alone.remove();
    // The list has this version, so it is not installed again.
    const asked = index().requests.length;
    const same = await openSandbox(client, { withPackages: ['listed>=1'] });
    expect(same.created).toMatchObject({ packages: 1, withPackages: [{ name: 'listed', version: '1.0' }] });
    await same.remove();
    expect(index().requests).toHaveLength(asked);
  });

  test('that cannot be installed, or not by this key, create nothing, and the error says why', async () => {
    const { client, session } = await newUser();
    const refusal = (withPackages: string[], by: ApiClient = client) =>
      by.refusal(createSandbox, { body: { withPackages } });
    expect(await refusal(['nowhere'])).toMatchObject({
      code: 'packages_failed',
      message: expect.stringMatching(/^The packages of this sandbox could not be installed\. .*nowhere/s),
    });
    expect(await refusal(['plain', '-e .'])).toMatchObject({ message: expect.stringMatching(/^withPackages\[1\] /) });
    const inBash = { language: 'bash', withPackages: ['plain'] };
    expect(await client.refusal(createSandbox, { body: inBash })).toMatchObject({ code: 'packages_not_supported' });
    const { apiKey } = await session.call(createApiKey, { body: { name: 'narrow', scopes: ['execute'] } });
    expect(await refusal(['plain==1.0'], client.with(asKey(apiKey)))).toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(
        /^The sandbox needs packages .*plain ==1\.0.*"packages"\. Create such a sandbox once/,
      ),
    });
    const failed = await (await openStream(client, { withPackages: ['nowhere'] })).rest();
    expect(failed.at(-1)).toMatchObject({ event: 'error', data: { error: { code: 'packages_failed' } } });
    await client.call(updateSettings, { body: { installer: { forRuns: false } } });
    expect(await refusal(['plain'])).toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/so a sandbox/),
    });
    expect(await listed(client)).toEqual([]);
  });

  test('are not waited for after the client has left, and its place is free again', async () => {
    const { client } = await newUser();
    await client.call(updateSettings, { body: { sandboxes: { perAccount: 1 } } });
    index().behave('hang');
    try {
      const stream = await openStream(client, { withPackages: ['plain==2.0', 'listed'] });
      expect(await stream.next()).toMatchObject({ event: 'installing' });
      expect(await client.refusal(createSandbox, { body: {} })).toMatchObject({ code: 'too_many_sandboxes' });
      stream.drop();
      await until(async () => (await client.answer(createSandbox, { body: {} })).status === 201);
      expect(await listed(client)).toHaveLength(1);
    } finally {
      index().behave('serve');
    }
  });

  test('are those that an agent names, and its answer shows them', async () => {
    const user = await newUser();
    const { client } = await connectAgent(daemon().url, user);
    const answer = await client.callTool({ name: 'create_sandbox', arguments: { withPackages: ['plain==1.1'] } });
    expect(answer.structuredContent).toMatchObject({ withPackages: [{ name: 'plain', version: '1.1' }] });
    expect(answer.content).toMatchObject([{ text: expect.stringContaining('\npackages: plain 1.1') }]);
    await client.close();
  });

  test('reach an agent as progress, for a sandbox and for a run, with the lines of the installer', async () => {
    const user = await newUser();
    const { client } = await connectAgent(daemon().url, user);
    const progressOf = async (name: string, args: Record<string, unknown>) => {
      const messages: string[] = [];
      const onprogress = ({ message = '' }: { message?: string | undefined }) => void messages.push(message);
      const answer = await client.callTool({ name, arguments: args }, undefined, { onprogress });
      expect(answer.isError, JSON.stringify(answer.content)).not.toBe(true);
      return messages;
    };
    // No other test installs these versions: what an account has already is taken over without a line.
    for (const messages of [
      await progressOf('create_sandbox', { withPackages: ['plain==1.0'] }),
      await progressOf('run_code', { language: 'python', code: 'import plain', withPackages: ['plain==3.0'] }),
    ]) {
      expect(messages).toContain('installing packages');
      const lines = messages.filter((message) => message.startsWith('installing packages: '));
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.every((line) => line.length <= 'installing packages: '.length + 200)).toBe(true);
    }
    await client.close();
  });
});

describe('packages of a sandbox without Docker', () => {
  const daemon = testDaemonOfFile({ args: ['--engine', 'embedded'] });

  test('are not installed, because there is no sandbox', async () => {
    const index = await startPackageIndex({ host: '127.0.0.1' });
    try {
      index.publish(buildWheel({ name: 'plain', version: '1.0' }));
      const { client } = await userOfIndex(daemon(), index.url);
      const body = { withPackages: ['plain'] };
      expect(await client.refusal(createSandbox, { body })).toMatchObject({ code: 'sandbox_needs_docker' });
      expect(index.requests).toEqual([]);
    } finally {
      await index.stop();
    }
  });
});
