import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { type PackageIndex, startPackageIndex } from '../../daemon/packages/package-index.ts';
import { buildWheel } from '../../daemon/packages/wheels.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { commandWithDaemon, type TestCommand } from '../command.ts';

const fixture = commandWithDaemon();

describeWithEngine('strongroom packages', () => {
  let command: TestCommand;
  let index: PackageIndex;
  beforeAll(async () => {
    index = await startPackageIndex();
    for (const name of ['first', 'second']) index.publish(buildWheel({ name, version: '1.0' }));
  });
  afterAll(() => index?.stop());
  beforeEach(async () => {
    const made = await fixture.forNewUser();
    ({ command } = made);
    await made.user.client.call(updateSettings, { body: { installer: { pipIndexUrl: index.url } } });
  });

  async function list(): Promise<string[]> {
    const { stdout } = await command.run(['packages', 'ls', '--json']);
    const { packages } = JSON.parse(stdout) as { packages: { name: string; version: string | null; status: string }[] };
    return packages.map(({ name, version, status }) => `${name} ${version} ${status}`);
  }

  it('adds a package and waits until it is installed, and removes it', async () => {
    const added = await command.run(['packages', 'add', 'python', 'first==1.0']);
    expect(added).toMatchObject({ exitCode: 0, stderr: '' });
    expect(added.stdout).toMatch(/first +1\.0 +.* +installed/);
    expect((await command.run(['exec', 'python', 'import first; print(first.VERSION)'])).stdout).toBe('1.0\n');
    expect(await command.run(['packages', 'rm', 'python', 'first'])).toMatchObject({ exitCode: 0 });
    expect(await list()).toEqual([]);
    expect(await command.run(['packages', 'rm', 'python', 'first'])).toMatchObject({ exitCode: 65 });
  });

  it('replaces the whole list, from the command line or from a file', async () => {
    await command.run(['packages', 'add', 'python', 'first', '--no-wait']);
    await command.run(['packages', 'set', 'python', '--from', '-'], { input: '# needed\nsecond==1.0  # this\n' });
    expect(await list()).toEqual(['second 1.0 installed']);
    // By an alias: the list is the same one.
    await command.run(['packages', 'set', 'py', 'first']);
    expect(await list()).toEqual(['first 1.0 installed']);
  });

  it('reads a file of pip-compile with hashes, which are checked, and names the lines that it refuses', async () => {
    const { content } = buildWheel({ name: 'first', version: '1.0' });
    const hash = createHash('sha256').update(content).digest('hex');
    const file = join(command.folder, 'requirements.txt');
    writeFileSync(join(command.folder, 'base.txt'), `first==1.0 \\\n  --hash=sha256:${hash}\n`);
    writeFileSync(file, '-r base.txt\nsecond==1.0 ; sys_platform == "win32"\n');
    const { exitCode, stderr } = await command.run(['packages', 'set', 'python', '--from', file]);
    expect(stderr).toContain(
      'line 2 (second==1.0 ; sys_platform == "win32") does not apply to the Python of a sandbox',
    );
    expect(exitCode).toBe(0);
    expect(await list()).toEqual(['first 1.0 installed']);

    const wrong = `first==1.0 --hash=sha256:${'0'.repeat(64)}\n`;
    const failed = await command.run(['packages', 'set', 'python', '--from', '-'], { input: wrong });
    expect(failed).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('has none of the hashes of the list'),
    });

    const refused = await command.run(['packages', 'set', 'python', '--from', '-'], { input: 'first\n-e .\nx y\n' });
    expect(refused).toMatchObject({ exitCode: 64 });
    expect(refused.stderr).toMatch(
      /line 2 \(-e \.\) is not from the package index; line 3 \(x y\) is not a package name/,
    );
  });

  it('replaces the list that languages share by the name of any of them', async () => {
    await command.run(['packages', 'add', 'javascript', 'before', '--no-wait']);
    await command.run(['packages', 'set', 'TS', 'after', '--no-wait']);
    expect(await list()).toEqual([expect.stringMatching(/^after /)]);
  });

  it('prints that a package does not exist, and exits with 1', async () => {
    const { exitCode, stderr } = await command.run(['packages', 'add', 'python', 'nowhere']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('could not be installed') });
    expect(await list()).toEqual(['nowhere null failed']);
  });

  it('prints the text of an index with its control characters escaped', async () => {
    // pip decodes the name, downloads the file and then quotes it.
    const tag = encodeURIComponent('1\u001b]0;owned\u202e');
    index.publish({ fileName: `named-1.0-${tag}-py3-none-any.whl`, content: Buffer.from('no wheel') });
    const { exitCode, stderr } = await command.run(['packages', 'set', 'python', 'named']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('␛]0;owned‹U+202E›') });
    expect(stderr).not.toMatch(/[^\P{C}\n]/u);
  });

  it('refuses a package that is not on the list, and changes nothing', async () => {
    for (const args of [
      ['python', 'git+https://example.com/x'],
      ['bash', 'jq'],
    ])
      expect((await command.run(['packages', 'add', ...args])).exitCode).not.toBe(0);
    expect(await list()).toEqual([]);
  });

  it('installs the packages of a program for its run: of --with, of its header and of a script of the vault', async () => {
    const code = 'import second; print(second.VERSION)\n';
    const named = await command.run(['exec', '--with', 'second==1.0', 'python', code]);
    expect(named).toEqual({
      exitCode: 0,
      stdout: '1.0\n',
      stderr: 'strongroom: installing 1 package for this program: second ==1.0\n',
    });
    const file = join(command.folder, 'own.py');
    writeFileSync(file, `# /// script\n# dependencies = ["second==1.0"]\n# ///\n${code}`);
    const own = await command.run(['run', '--verbose', file]);
    expect(own).toEqual({ exitCode: 0, stdout: '1.0\n', stderr: 'strongroom: packages of this program: second 1.0\n' });
    const input = 'the master password';
    expect(await command.run(['vault', 'put', 'own.py', file], { input })).toMatchObject({ exitCode: 0 });
    const stored = await command.run(['vault', 'run', '--json', 'own.py'], { input });
    expect(JSON.parse(stored.stdout)).toMatchObject({
      stdout: '1.0\n',
      packages: [{ name: 'second', version: '1.0' }],
    });
    const without = await command.run(['run', '--no-inline-packages', file]);
    expect(without).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("No module named 'second'") });
    const { stdout } = await command.run(['runs', 'ls', '--json']);
    const { executions } = JSON.parse(stdout) as { executions: { id: string; packages?: unknown }[] };
    const shown = executions.find(({ packages }) => packages !== undefined);
    expect((await command.run(['runs', 'show', shown?.id ?? ''])).stdout).toMatch(/Packages +second 1\.0\n/);
    const failed = await command.run(['exec', '--with', 'nowhere', 'python', code]);
    expect(failed.stderr).toMatch(/The packages of this run could not be installed\. .*nowhere/s);
    expect(await list()).toEqual([]);
  });
});
