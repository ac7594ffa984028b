/** The suggestion after a typo, or after a name that another tool has for the same. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runProgram } from '../../src-cli/program.ts';
import { commandIn, commandWithDaemon, temporaryFolder } from './command.ts';

/** Runs a command line that is refused before anything is connected, and returns its message. */
async function messageOf(line: string): Promise<string> {
  const shown: string[] = [];
  const stream = { isTTY: false, write: (chunk: string) => shown.push(chunk) > 0 } as never;
  const fixed = {
    env: {},
    stdin: stream,
    version: '0',
    lowestNode: '0',
    appRoot: '/nonexistent',
    importModule: async () => {},
  };
  const argv = ['node', 'strongroom', ...line.split(' ')];
  expect(await runProgram({ ...fixed, argv, stdout: stream, stderr: stream }), line).toBe(64);
  return shown.join('');
}

describe('the suggestion', () => {
  it.each([
    ['secret', 'secrets'],
    ['secrts', 'secrets'],
    ['rum x.py', 'run'],
    ['runn x.py', 'one of run, runs'],
    ['exce', 'exec'],
    ['sanbox', 'sandbox'],
    ['package', 'packages'],
    ['vaults', 'vault'],
    ['audits', 'audit'],
    ['log', 'logs'],
    ['log-in', 'login'],
    ['mpc', 'mcp'],
    ['docter', 'doctor'],
    ['secrets lst', 'ls'],
    ['vault gte', 'get'],
    ['run --timout 3 x.py', '--timeout'],
    ['run --netwrok x.py', '--network'],
    ['run --mem 3 x.py', '--memory'],
    ['run --lang python x.py', '--language'],
    ['sandbox create --memroy 3', '--memory'],
  ])('after %s is %s', async (line, expected) => {
    expect(await messageOf(line)).toContain(`(Did you mean ${expected}?)`);
  });

  it.each([
    ['ls', 'runs ls, or sandbox ls, or vault ls, or secrets ls'],
    ['ps', 'runs ls, or sandbox ls, or vault ls, or secrets ls'],
    ['delete', 'sandbox rm, or vault rm, or secrets rm, or packages rm'],
    ['get', 'vault get, or runs ls'],
    ['install', 'packages add'],
    ['pip', 'packages add'],
    ['start', 'serve'],
    ['status', 'doctor'],
    ['register', 'login --register'],
    ['python', 'run FILE, or exec, or repl'],
    ['config', 'open'],
    ['version', '--version'],
    ['secrets list', 'secrets ls'],
    ['secrets delete', 'secrets rm'],
    ['secrets add', 'secrets set'],
    ['packages install', 'packages set, or packages add'],
    ['packages remove', 'packages rm'],
    ['vault save', 'vault put'],
    ['vault show', 'vault ls, or vault get'],
    ['sandbox stop', 'sandbox rm'],
    ['sandbox ps', 'sandbox ls'],
    ['sandbox run', 'sandbox exec'],
    ['keys delete', 'keys revoke'],
    ['keys add', 'keys create'],
    ['network add', 'network allow'],
    ['providers add', 'providers set'],
    ['keystore mv', 'keystore move'],
  ])('after the name %s of other tools is %s', async (line, expected) => {
    const found = (await messageOf(line)).match(/\(Did you mean (.*)\?\)/)?.[1]?.split(', or ');
    expect(found?.toSorted()).toEqual(expected.split(', or ').toSorted());
  });

  it.each([
    ['frobnicate', 'List the commands with --help.'],
    ['secrets get', 'Values are never printed. secrets ls shows the names;'],
    ['hello.py --month 3', 'Run a file with: strongroom run hello.py'],
    ['login --password x', 'Passwords and values are never arguments'],
    ['whoami --token x', 'The key is read from STRONGROOM_API_KEY'],
  ])('after %s is a sentence', async (line, expected) => {
    const message = await messageOf(line);
    expect(message).toContain(expected);
    expect(message).not.toContain('Did you mean');
  });
});

describe('a program that does not exist', () => {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['foo.xyz', 'A script of the vault is named vault:NAME'],
    ['reprot.py', '(Did you mean report.py?)'],
    ['python', 'For a line of code: strongroom exec python CODE'],
    ['print(6*7)', 'Run a line of code with: strongroom exec LANGUAGE CODE'],
  ])('is named, and %s has advice', async (name, expected) => {
    writeFileSync(join(folder, 'report.py'), '');
    const path = join(folder, name);
    const command = commandIn(folder, join(folder, 'data'));
    const { exitCode, stderr } = await command.run(['run', name === 'reprot.py' ? path : name]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 65, stderr: expect.stringContaining(expected) });
    expect(stderr).toContain(`There is no file ${name === 'reprot.py' ? path : name}.`);
  });
});

describe('a language with a typo', () => {
  const fixture = commandWithDaemon();

  it('is 65 with the similar name and the list, also for packages', async () => {
    const { command } = await fixture.forNewUser();
    const run = await command.run(['exec', 'pyton', 'print(1)']);
    expect(run).toMatchObject({ exitCode: 65, stdout: '' });
    expect(run.stderr).toMatch(
      /There is no language "pyton"\. \(Did you mean python\?\) The languages are .*bash.*rust/,
    );
    const added = await command.run(['packages', 'add', 'nonsense', 'six']);
    expect(added.exitCode).toBe(65);
    expect(added.stderr).toMatch(/There is no language "nonsense"\. The languages are /);
  });
});
