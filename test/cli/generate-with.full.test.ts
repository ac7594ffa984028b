/** `generate --with`: packages that the user names for a program which a model writes. */
import { beforeAll, expect, it } from 'vitest';
import { listPackages } from '../../src-shared/contracts/packages.contract.ts';
import { updateSettings } from '../../src-shared/contracts/settings.contract.ts';
import { packageIndexOfSuite } from '../daemon/packages/package-index.ts';
import type { TestUser } from '../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../support/engine/engine-suite.ts';
import * as model from '../support/network/model-endpoint.ts';
import { commandWithDaemon, type TestCommand } from './command.ts';

const fixture = commandWithDaemon();
const endpoint = model.modelEndpointOfFile();

describeWithEngine('strongroom generate --with', () => {
  let command: TestCommand;
  let user: TestUser;
  const index = packageIndexOfSuite(
    { name: 'plain', version: '1.0' },
    { name: 'plain', version: '2.0' },
    { name: 'invented', version: '1.0' },
  );
  beforeAll(async () => {
    ({ command, user } = await fixture.forNewUser());
    await user.client.call(updateSettings, { body: { installer: { pipIndexUrl: index().url } } });
    await command.run(['providers', 'set', 'local', '--url', endpoint().url, '--model', 'test-model'], { input: '' });
  });

  const code = 'import plain\nprint(plain.VERSION)\n';
  const withPlain = ['generate', 'print the version', '--with', 'plain<2'];

  it('sends the names to the model, shows them before the run, and installs them for it', async () => {
    endpoint().answer(model.sayFenced(code));
    const { exitCode, stdout, stderr } = await command.run([...withPlain, '--run', '--yes', '--verbose']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '1.0\n' });
    expect(endpoint().requests[0]?.text).toContain('plain');
    expect(stderr).toContain('secrets: none; packages: plain<2; network: none');
    expect(stderr).toContain('strongroom: installing 1 package for this program: plain <2\n');
    expect(stderr).toContain('strongroom: packages of this program: plain 1.0\n');
    expect(await user.client.call(listPackages)).toEqual({ packages: [] });
  });

  it('has their versions in the JSON, also of a repaired program, and asks the index once', async () => {
    const asked = index().requests.length;
    endpoint().answer(model.sayFenced(`${code}print(sevn)\n`), model.sayFenced(code));
    const { exitCode, stdout } = await command.run([...withPlain, '--run', '--yes', '--repairs', '1', '--json']);
    expect(exitCode).toBe(0);
    const packages = [{ name: 'plain', version: '1.0' }];
    expect(JSON.parse(stdout)).toMatchObject({
      attempts: [{ execution: { exitCode: 1, packages } }, { execution: { exitCode: 0, packages } }],
      execution: { stdout: '1.0\n', packages },
    });
    expect(index().requests).toHaveLength(asked);
  });

  it('installs no package that only the model names, and nothing without --run', async () => {
    const asked = index().requests.length;
    const header = '# /// script\n# dependencies = ["invented"]\n# ///\n';
    endpoint().answer(model.sayFenced(`${header}import invented\n`));
    const refused = await command.run([...withPlain, '--run', '--yes']);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("No module named 'invented'");
    endpoint().answer(model.sayFenced(code));
    expect(await command.run([...withPlain, '--with', 'invented'])).toEqual({ exitCode: 0, stdout: code, stderr: '' });
    expect(index().requests).toHaveLength(asked);
  });

  it('exits with 65 and runs nothing if a package cannot be installed', async () => {
    endpoint().answer(model.sayFenced(code));
    const failed = await command.run(['generate', 'x', '--with', 'nowhere', '--run', '--yes']);
    expect(failed).toMatchObject({ exitCode: 65, stdout: '' });
    expect(failed.stderr).toMatch(/The packages of this run could not be installed\. .*nowhere/s);
  });
});
