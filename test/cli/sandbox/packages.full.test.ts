/** Packages of a new sandbox, by `--with` of the commands that create one, and hints about missing ones. */
import { beforeAll, expect, it } from 'vitest';
import { listSandboxes } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { packageIndexOfSuite } from '../../daemon/packages/package-index.ts';
import type { TestUser } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { commandWithDaemon, type TestCommand } from '../command.ts';

const fixture = commandWithDaemon();

describeWithEngine('--with of commands that create a sandbox', () => {
  let command: TestCommand;
  let user: TestUser;
  const index = packageIndexOfSuite({ name: 'plain', version: '1.0' }, { name: 'plain', version: '2.0' });
  beforeAll(async () => {
    ({ command, user } = await fixture.forNewUser());
    await user.client.call(updateSettings, { body: { installer: { pipIndexUrl: index().url } } });
  });

  const input = 'import plain; print(plain.VERSION)';

  it('installs them once for `repl`, and says which versions it has', async () => {
    const first = await command.run(['repl', '--with', 'plain<2'], { input });
    const versions = 'strongroom: packages of this sandbox: plain 1.0\n';
    expect(first).toMatchObject({ exitCode: 0, stdout: '1.0\n' });
    expect(first.stderr).toMatch(/^strongroom: installing 1 package for this sandbox: plain <2\n/);
    expect(first.stderr).toContain(versions);
    const asked = index().requests.length;
    const second = await command.run(['repl', '--with', 'plain<2'], { input });
    expect(second).toEqual({ exitCode: 0, stdout: '1.0\n', stderr: versions });
    expect(index().requests).toHaveLength(asked);
  });

  it('shows them in the JSON of `sandbox create`, whose processes can import them', async () => {
    const { stdout, stderr } = await command.run(['sandbox', 'create', '--json', '--with', 'plain<2']);
    const created = JSON.parse(stdout) as { id: string; withPackages: object[] };
    expect(created.withPackages).toEqual([{ name: 'plain', version: '1.0' }]);
    expect(stderr).toBe('');
    const args = ['sandbox', 'exec', '--no-stdin', created.id, '--', 'python3', '-c', input];
    expect(await command.run(args)).toMatchObject({ exitCode: 0, stdout: '1.0\n' });
    expect(await command.run(['sandbox', 'rm', created.id])).toMatchObject({ exitCode: 0 });
  });

  it('says with --verbose what would help a process, with the command that creates its sandbox', async () => {
    const { stdout } = await command.run(['sandbox', 'create', '--no-packages']);
    const id = stdout.trim();
    const exec = (...args: string[]) => command.run(['sandbox', 'exec', '--no-stdin', ...args]);
    const failed = await exec('--verbose', id, '--', 'python3', '-c', input);
    expect(failed).toMatchObject({ exitCode: 1, stdout: '' });
    expect(failed.stderr).toMatch(
      /strongroom: The program needs the module plain, .*\(sandbox create without --no-packages\)\n$/,
    );
    const unreached = await exec('--verbose', id, '--', 'curl', '-sS', 'https://api.example.com');
    expect(unreached.stderr).toContain('(sandbox create --allow api.example.com)\n');
    // The bytes of a process alone, for the program that reads them.
    expect((await exec(id, '--', 'python3', '-c', input)).stderr).not.toContain('strongroom:');
    expect(JSON.parse((await exec('--json', id, '--', 'python3', '-c', input)).stdout)).toMatchObject({
      hints: [{ code: 'packages_off', action: { type: 'use_packages' } }],
    });
    await command.run(['sandbox', 'rm', id]);
  });

  it('names the package that cannot be used or installed, and creates nothing', async () => {
    const refused = await command.run(['sandbox', 'create', '--with', 'plain', '--with', '-e .']);
    expect(refused).toMatchObject({ exitCode: 65, stdout: '' });
    expect(refused.stderr).toMatch(/Package 2 \(--with\) is not/);
    const failed = await command.run(['repl', '--with', 'nowhere'], { input });
    expect(failed.stderr).toMatch(/The packages of this sandbox could not be installed\. .*nowhere/s);
    expect(failed.exitCode).not.toBe(0);
    const other = await command.run(['repl', '--sandbox', 'sbx', '--with', 'plain'], { input });
    expect(other.stderr).toContain('withPackages is one');
    expect((await user.client.call(listSandboxes)).sandboxes).toEqual([]);
  });
});
