/** Hints of what fails in a sandbox: its cells and processes, on a real engine. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPackage } from '../../../src-shared/contracts/packages.contract.ts';
import { createContext } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { readProcess, waitForProcess } from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { type ApiSandbox, openSandbox } from '../../support/sandboxes/api-sandbox.ts';
import { connectAgent } from '../mcp/agent.ts';
import { packageIndexOfSuite } from '../packages/package-index.ts';
import { installOnce, settled, userOfIndex } from '../packages/settled.ts';

const daemon = testDaemonOfFile();

describeWithEngine('what fails in a sandbox', () => {
  const index = packageIndexOfSuite(...['plain', 'later'].map((name) => ({ name, version: '1.0' })));
  let user: TestUser;
  let sandbox: ApiSandbox;
  beforeAll(async () => {
    await installOnce(daemon(), index());
    user = await userOfIndex(daemon(), index().url);
    await user.client.call(putSecret, { params: { name: 'API_TOKEN' }, body: { value: 'value-of-the-token' } });
    sandbox = await openSandbox(user.client, { withPackages: ['plain'] });
  });
  afterAll(() => sandbox.remove());

  it('is explained for a process as for a cell: a program, a command line and code', async () => {
    const code = 'import yaml';
    const expected = [{ code: 'package_missing', action: { type: 'add_package', language: 'python', name: 'PyYAML' } }];
    expect((await sandbox.cell(code)).hints).toMatchObject(expected);
    expect((await sandbox.run({ command: ['python3', '-c', code] })).hints).toMatchObject(expected);
    expect((await sandbox.run({ shell: `python3 -c '${code}'` })).hints).toMatchObject(expected);
    expect((await sandbox.run({ code })).hints).toMatchObject(expected);
    expect((await sandbox.run({ code, outputEncoding: 'base64' })).hints).toMatchObject(expected);
    expect(await sandbox.run({ shell: 'echo "No module named yaml" >&2' })).not.toHaveProperty('hints');
  });

  it('names hosts, input, limits and secrets, and never a value', async () => {
    const unreached = await sandbox.run({ shell: 'curl -sS https://api.example.com' });
    expect(unreached.hints).toMatchObject([{ code: 'network_off', action: { host: 'api.example.com' } }]);
    expect((await sandbox.run({ code: 'input()' })).hints).toMatchObject([{ code: 'input_missing' }]);
    expect(await sandbox.run({ code: 'input(); exit(2)', stdin: 'a line\n' })).not.toHaveProperty('hints');
    const late = await sandbox.run({ command: ['sleep', '60'], timeoutMs: 2000 });
    expect(late.hints).toMatchObject([{ code: 'time_limit', action: { timeoutMs: 4000 } }]);
    const { hints } = await sandbox.run({ code: 'import os; os.environ["API_TOKEN"]' });
    expect(hints).toMatchObject([{ code: 'secret_not_used', action: { name: 'API_TOKEN' } }]);
    expect(JSON.stringify(hints)).not.toContain('value-of-the-token');
    const given = await sandbox.run({ code: 'import os; os.environ["API_TOKEN"]; exit(1)', env: { API_TOKEN: 'own' } });
    expect(given).not.toHaveProperty('hints');
  });

  it('is explained at each place that shows the end of a process', async () => {
    const { id } = sandbox;
    const expected = { hints: [{ code: 'package_missing' }] };
    const pid = await sandbox.start({ code: 'import yaml' });
    expect(await user.client.call(waitForProcess, { params: pid, body: {} })).toMatchObject(expected);
    expect(await user.client.call(readProcess, { params: pid })).toMatchObject(expected);
    const events = await (await sandbox.streamRun({ code: 'import yaml' })).rest();
    expect(events.at(-1)).toMatchObject({ event: 'finished', data: expected });
    const { client } = await connectAgent(daemon().url, user);
    const answer = await client.callTool({
      name: 'run_command',
      arguments: { sandboxId: id, command: ['python3', '-c', 'import yaml'] },
    });
    expect(answer.structuredContent).toMatchObject(expected);
    expect(answer.content).toMatchObject([{ text: expect.stringContaining('The program needs the module yaml') }]);
    await client.close();
  });

  it('is compared with the packages that the sandbox was created with, and not with the list of now', async () => {
    await user.client.call(addPackage, { body: { name: 'later' } });
    await settled(user.client);
    const created = { code: 'package_missing', text: expect.stringContaining('this sandbox was created without it') };
    for (const { hints } of [await sandbox.cell('import later'), await sandbox.run({ code: 'import later' })]) {
      expect(hints).toMatchObject([created]);
      expect(hints?.[0]).not.toHaveProperty('action');
    }
    // The sandbox has this package, although the list does not.
    expect(await sandbox.run({ code: 'import plain.nothing' })).not.toHaveProperty('hints');
    const fresh = await openSandbox(user.client);
    expect(await fresh.cell('import later')).toMatchObject({ status: 'succeeded' });
    await fresh.remove();
  });

  it('names the language whose sandboxes have the packages of a context', async () => {
    const { client, id } = sandbox;
    const { id: cid } = await client.call(createContext, { params: { id }, body: { language: 'javascript' } });
    expect((await sandbox.cell('await import("zod")', { cid })).hints).toMatchObject([
      { text: expect.stringContaining('Sandboxes for JavaScript'), action: { language: 'javascript', name: 'zod' } },
    ]);
  });

  it('has no hint about the list in a sandbox that was asked to have no packages', async () => {
    const bare = await openSandbox(user.client, { packages: false });
    expect((await bare.cell('import later')).hints).toMatchObject([
      { code: 'packages_off', text: expect.stringContaining('this sandbox was asked to have no packages') },
    ]);
    await bare.remove();
  });
});
