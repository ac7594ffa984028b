import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { VaultExport } from '../../src-shared/formats/vault-export.ts';
import { until } from '../support/until.ts';
import { commandWithDaemon, type TestCommand } from './command.ts';

const fixture = commandWithDaemon();
const input = 'the master password';
const name = 'jobs/nightly';

describe.skipIf(process.platform === 'win32')('a script of the vault', () => {
  let command: TestCommand;
  let path: (name: string) => string;
  beforeAll(async () => {
    ({ command } = await fixture.forNewUser());
    path = (file) => join(command.folder, file);
    writeFileSync(path('nightly.py'), 'print("one")\n');
    expect(await command.run(['vault', 'put', name, path('nightly.py')], { input })).toMatchObject({ exitCode: 0 });
  });

  const edit = (editor: string) =>
    command.start(['vault', 'edit', name], { input, env: { VISUAL: `sh ${editorFile(editor)}` } });
  const get = async (script: string) => (await command.run(['vault', 'get', script], { input })).stdout;
  const seen = () => readFileSync(path('seen'), 'utf8').trim();

  function editorFile(text: string): string {
    writeFileSync(path('editor.sh'), text);
    return path('editor.sh');
  }

  it('is edited in a private file that is deleted, and is a new revision', async () => {
    const editor = `echo "$1" > ${path('seen')}; stat -c %a "$1" "$(dirname "$1")" > ${path('modes')}; echo '# two' >> "$1"`;
    expect(await edit(editor)).toMatchObject({ exitCode: 0, stdout: `${name}: stored, encrypted\n` });
    expect(await get(name)).toBe('print("one")\n# two\n');
    expect(readFileSync(path('modes'), 'utf8')).toBe('600\n700\n');
    expect(seen()).toMatch(/\/nightly\.py$/);
    expect(existsSync(dirname(seen()))).toBe(false);
    const { stdout } = await command.run(['vault', 'log', name]);
    expect(stdout).toMatch(/^REVISION +SAVED .*\n2 .* python .*\n1 .* python /);
    expect((await command.run(['vault', 'log', 'jobs/nightli'])).stderr).toContain('Did you mean jobs/nightly?');
  });

  it('stays as it is if nothing changes, or the editor fails, or the text is not UTF-8', async () => {
    expect(await edit('true')).toMatchObject({ exitCode: 0, stdout: `${name}: not changed\n` });
    const failed = await edit('echo lost >> "$1"; exit 3');
    expect(failed).toMatchObject({ exitCode: 65, stderr: expect.stringContaining('ended with exit code 3') });
    const bytes = await edit(`printf '\\377' > "$1"`);
    expect(bytes).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('is not UTF-8') });
    expect(await get(name)).toBe('print("one")\n# two\n');
  });

  it('is not replaced if another revision was stored since it was opened: the text is stored under another name', async () => {
    const editing = edit(
      `echo mine > "$1"; touch ${path('opened')}; while [ ! -e ${path('go')} ]; do sleep 0.05; done`,
    );
    await until(() => existsSync(path('opened')));
    await command.run(['vault', 'put', name, path('nightly.py')], { input });
    writeFileSync(path('go'), '');
    const { exitCode, stderr } = await editing;
    expect({ exitCode, stderr }).toEqual({
      exitCode: 65,
      stderr: expect.stringContaining(`Your text is stored as ${name}.edited-1.`),
    });
    expect(await get(name)).toBe('print("one")\n');
    expect(await get(`${name}.edited-1`)).toBe('mine\n');
  });

  it('leaves no file when the command is ended', async () => {
    const editing = edit(`echo "$1" > ${path('seen')}; touch ${path('waiting')}; exec sleep 3`);
    await until(() => existsSync(path('waiting')));
    editing.kill('SIGTERM');
    expect((await editing).exitCode).toBe(143);
    expect(existsSync(dirname(seen()))).toBe(false);
  });

  it('is exported as stored, in a file of its own', async () => {
    const file = path('vault.json');
    expect(await command.run(['vault', 'export', file, name])).toMatchObject({
      exitCode: 0,
      stdout: `${file}: 1 script\n`,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { code } = VaultExport.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(code.map((script) => script.name)).toEqual([name]);
    const again = await command.run(['vault', 'export', file]);
    expect(again).toMatchObject({ exitCode: 65, stderr: expect.stringContaining('--force') });
    expect(await command.run(['vault', 'export', '--force', file])).toMatchObject({ stdout: `${file}: 2 scripts\n` });
  });

  it('is exported decrypted after a confirmation only, and with the right password only', async () => {
    const file = path('vault.zip');
    const asked = await command.run(['vault', 'export', '--plain', file], { input });
    expect(asked).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('will not be encrypted') });
    const wrong = await command.run(['vault', 'export', '--plain', '--yes', file], { input: 'not the password' });
    expect(wrong).toMatchObject({ exitCode: 65, stderr: expect.stringContaining('nothing was saved') });
    expect(readdirSync(command.folder)).not.toContain('vault.zip');
    expect(await command.run(['vault', 'export', '--plain', '--yes', file, name], { input })).toMatchObject({
      exitCode: 0,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const files = unzipSync(readFileSync(file));
    expect(Object.entries(files).map(([at, bytes]) => [at, new TextDecoder().decode(bytes)])).toEqual([
      ['jobs/nightly.py', 'print("one")\n'],
    ]);
  });
});
