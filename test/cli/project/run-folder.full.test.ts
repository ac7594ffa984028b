/** `strongroom run FOLDER` and `--file FOLDER`, with a real daemon and real containers. */
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { listExecutions, readExecution } from '../../../src-shared/contracts/executions.contract.ts';
import type { TestUser } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { commandWithDaemon, type TestCommand } from '../command.ts';

const fixture = commandWithDaemon();

describeWithEngine('strongroom run FOLDER', () => {
  let command: TestCommand;
  let user: TestUser;
  let folder = '';
  beforeAll(async () => {
    ({ command, user } = await fixture.forNewUser());
    folder = join(command.folder, 'project');
  });
  beforeEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(files: Record<string, string | Uint8Array>): void {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
  }

  it.each([
    [
      'Python',
      {
        'main.py': 'import sys\nfrom lib.names import name\nprint(name, sys.argv[1:])',
        'lib/names.py': 'name = "lib"',
      },
      "lib ['--entry', 'x']\n",
    ],
    [
      'JavaScript by package.json',
      {
        'package.json': '{"main":"src/app.js","type":"module"}',
        'src/app.js': 'import { name } from "./lib/names.js"; console.log(name, process.argv.slice(2).join())',
        'src/lib/names.js': 'export const name = "lib"',
      },
      'lib --entry,x\n',
    ],
    [
      'TypeScript',
      {
        'index.ts': 'import { name } from "./names.ts"; console.log(name as string, process.argv.slice(2).join())',
        'names.ts': 'export const name: string = "lib"',
      },
      'lib --entry,x\n',
    ],
    [
      'Bash',
      {
        'main.sh': 'source ./lib.sh\ntool/run\ngreet "$@"',
        'lib.sh': 'greet() { echo "lib $*"; }',
        'tool/run': '#!/bin/sh\necho ran',
      },
      'ran\nlib --entry x\n',
    ],
  ])('runs the program of the folder with its imports: %s', async (_, files, stdout) => {
    write(files);
    if ('tool/run' in files) chmodSync(join(folder, 'tool/run'), 0o755);
    expect(await command.run(['run', folder, '--entry', 'x'])).toMatchObject({ stdout, exitCode: 0 });
  });

  it('runs the program that --entry names, next to the others', async () => {
    write({
      'main.py': 'name = "main"',
      'src/app.py': 'import sys; sys.path.append(".")\nimport main, near\nprint(__file__, main.name, near.name)',
      'src/near.py': 'name = "near"',
    });
    const { stdout, stderr } = await command.run(['run', '--entry', './src/app.py', folder]);
    expect({ stdout, stderr }).toEqual({ stdout: '/work/src/app.py main near\n', stderr: '' });
  });

  it('copies bytes, and nothing that is ignored, secret, linked from outside or version control', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    write({
      'main.sh': 'find . -type f | sort; sha256sum < data/all.bin | cut -c 1-8',
      ...{ 'data/all.bin': bytes, '.gitignore': '*.log\n', 'a.log': '', '.env': 'A=1', '.git/HEAD': 'x' },
    });
    symlinkSync('/etc/passwd', join(folder, 'passwd'));
    const { stdout, stderr } = await command.run(['run', folder]);
    expect(stdout).toBe('./.gitignore\n./data/all.bin\n./main.sh\n40aff2e9\n');
    expect(stderr).toContain('.env was left out: it usually holds secrets');
    expect(stderr).toContain('passwd was left out: it is a link');
    const { executions } = await user.client.call(listExecutions, { query: { limit: 1 } });
    const { request } = await user.client.call(readExecution, { params: { id: executions[0]?.id ?? '' } });
    expect(request?.files?.map(({ path }) => path)).toEqual(['.gitignore', 'data/all.bin']);
    const given = await command.run(['run', '--file', join(folder, '.env'), folder]);
    expect(given.stdout).toContain('./.env\n');
  });

  it('copies a folder of --file under its name, under another name or as its content', async () => {
    write({ 'a.txt': 'a', 'sub/b.txt': 'b' });
    const list = async (flag: string) =>
      (await command.run(['exec', '--file', flag, 'bash', 'ls -1 -d */ *.txt */*'])).stdout;
    expect(await list(folder)).toBe('project/\nproject/a.txt\nproject/sub\n');
    expect(await list(`${folder}=other`)).toBe('other/\nother/a.txt\nother/sub\n');
    expect(await list(`${folder}/.`)).toBe('a.txt\nsub/\nsub/b.txt\n');
  });

  it('explains what is wrong and runs nothing', async () => {
    write({ 'tool.py': '', 'left.py': '', '.gitignore': 'left.py' });
    const runs = async () => (await user.client.call(listExecutions, { query: {} })).executions.length;
    const before = await runs();
    const refusal = async (...args: string[]) => {
      const { exitCode, stdout, stderr } = await command.run(['run', ...args]);
      expect(stdout).toBe('');
      return `${exitCode} ${stderr}`;
    };
    expect(await refusal(folder)).toMatch(/^64 .*Looked for: .*main\.py/);
    expect(await refusal('--entry', 'none.py', folder)).toMatch(/^65 .*none\.py does not exist in/);
    expect(await refusal('--entry', 'left.py', folder)).toMatch(/^65 .*is not copied.*!\/left\.py/);
    expect(await refusal('--entry', '../x.py', folder)).toMatch(/^64 .*must be a path in/);
    expect(await refusal('--entry', 'a.py', join(folder, 'tool.py'))).toMatch(/^64 .*is not a folder/);
    expect(await runs()).toBe(before);
  });
});
