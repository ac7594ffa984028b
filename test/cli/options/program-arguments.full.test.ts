/** The end of a command line: everything after the program belongs to it, also what has the form of an option of ours. */
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../src-cli/program.ts';
import type { Surroundings } from '../../../src-cli/surroundings.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { hasTerminal } from '../../support/terminal.ts';
import { cliBundle, commandWithDaemon } from '../command.ts';
import { ended, started, stubApiOfFile } from '../network/stub-api.ts';

const api = stubApiOfFile();
const script = join(api.folder, 'a.sh');
writeFileSync(script, 'printf "%s\\n" "$@"\n');

const sandboxId = `sbx${'a'.repeat(26)}`;
const sandboxProcesses = `/api/v1/sandboxes/${sandboxId}/processes`;

/** Command lines up to the program's arguments, and the request that each sends. */
const passing = [
  { path: 'run', start: ['-l', 'bash', script], endpoint: '/api/v1/execute' },
  { path: 'exec', start: ['bash', 'true'], endpoint: '/api/v1/execute' },
  { path: 'vault run', start: ['job'], endpoint: '/api/v1/zk/code/job/execute' },
] as const;

async function commandOf(path: string): Promise<Command> {
  const surroundings = { argv: [], env: {}, version: '0', stdout: process.stdout, stderr: process.stderr };
  const program = await createProgram(surroundings as unknown as Surroundings);
  return path.split(' ').reduce<Command>((command, name) => {
    const found = command.commands.find((sub) => sub.name() === name);
    if (found === undefined) throw new Error(`there is no command ${path}`);
    return found;
  }, program);
}

/** Every option of a command in every form, with a value that would be accepted. */
async function allOptionsOf(path: string): Promise<string[]> {
  const command = await commandOf(path);
  const options = [...command.options, ...(command.parent?.options ?? [])];
  const forms = options.flatMap(({ short, long, required }) => {
    const names = [long, short].filter((name) => name !== undefined);
    return names.flatMap((name) => (required ? [name, '/etc/passwd', `${name}=/etc/passwd`] : [name]));
  });
  return [...forms, '--help', '-h', '--version', '--', '--json', '-', '', '-x', '--unknown'];
}

describe('the arguments of a program', () => {
  it.each(passing)('are all that follow it at $path, unchanged, and none sets the sandbox', async (line) => {
    api.answer({ [`POST ${line.endpoint}`]: () => ({ events: [started, ended] }) });
    const args = await allOptionsOf(line.path);
    expect(args).toEqual(expect.arrayContaining(['--file', '-f', '--json', '--data-dir', '--network', '--help']));
    const result = await api.run([...line.path.split(' '), ...line.start, ...args], 'master password');
    expect(result).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    const {
      args: sent,
      code,
      language,
      masterPassword,
      name,
      openStdin,
      outputEncoding,
      ...rest
    } = bodyOf(line.endpoint);
    expect(sent).toEqual(args);
    expect(name).toBe(line.path === 'run' ? 'a.sh' : undefined);
    expect(rest).toEqual({});
  });

  it('are all that follow its name at sandbox exec, with one -- before the name', async () => {
    api.answer({ [`POST ${sandboxProcesses}`]: () => ({ status: 201, body: { pid: 7 } }) });
    const args = await allOptionsOf('sandbox exec');
    for (const begin of [
      ['--background', sandboxId, 'ls'],
      [sandboxId, '--background', '--', 'ls'],
      ['--background', sandboxId, '--', 'ls'],
    ]) {
      const result = await api.run(['sandbox', 'exec', ...begin, ...args]);
      expect(result).toEqual({ exitCode: 0, stdout: '7\n', stderr: '' });
    }
    expect(api.requests.map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => ({ command: ['ls', ...args], stdin: '', background: true })),
    );
  });

  it('follow a file after --, also if it begins with a dash', async () => {
    const name = join(api.folder, '-x.sh');
    writeFileSync(name, '');
    api.answer({ 'POST /api/v1/execute': () => ({ events: [started, ended] }) });
    await api.run(['run', '-l', 'bash', '--', '-x.sh', '--json']);
    expect(bodyOf('/api/v1/execute')).toMatchObject({ args: ['--json'], language: 'bash' });
  });
});

function bodyOf(endpoint: string): Record<string, unknown> {
  return api.bodyOf('POST', endpoint) as Record<string, unknown>;
}

describe('--json', () => {
  it.each([
    [['--json', 'secrets', 'ls']],
    [['secrets', '--json', 'ls']],
    [['secrets', 'ls', '--json']],
    [['--json', 'whoami']],
    [['whoami', '--json']],
    [['--json', 'run', 'none.py']],
    [['run', '--json', 'none.py', '--data-dir', '/none']],
    [['sandbox', 'exec', sandboxId, '--json', '--', 'ls']],
  ])('is an option of %j', async (args) => {
    const { stdout, stderr } = await api.run(args);
    expect(stdout).toBe('');
    expect(JSON.parse(stderr)).toHaveProperty('error.code');
  });

  it.each([
    [['run', 'none.py', '--json']],
    [['run', '--', 'none.py', '--json']],
    [['run', '--file', '--json', 'none.py']],
    [['sandbox', 'exec', sandboxId, 'ls', '--json']],
  ])('belongs to the program or to another option at %j', async (args) => {
    const { stderr, exitCode } = await api.run(args);
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/^strongroom: /);
  });

  it('is one option for every command: none has its own', async () => {
    const all = (command: Command): Command[] => command.commands.flatMap((sub) => [sub, ...all(sub)]);
    const { parent } = await commandOf('run');
    const commands = parent === null ? [] : all(parent);
    expect(commands.length).toBeGreaterThan(40);
    for (const { options } of commands) {
      const globals = options.filter(({ long }) => long === '--json' || long === '--data-dir');
      expect(globals.map(({ hidden }) => hidden)).toEqual([true, true]);
    }
  });
});

describe('a usage error', () => {
  it.each([
    [['exec', 'bash', '--timeout', '5s', 'true'], '--timeout follows the language, where the code is expected.'],
    [['exec', 'bash', '--timeout=5s', 'true'], '--timeout follows the language'],
    [['exec', 'bash', '-e', 'A=1', 'true'], '-e follows the language'],
    [['sandbox', 'exec', sandboxId, '--nonsense', 'ls'], "unknown option '--nonsense'"],
    [['sandbox', 'exec', sandboxId], 'command'],
    [['sandbox', 'exec', sandboxId, '--background'], 'No program is named. Write it after the id'],
  ])('%j says what is wrong', async (args, message) => {
    expect(await api.run(args)).toMatchObject({ exitCode: 64, stdout: '', stderr: expect.stringContaining(message) });
    expect(api.requests).toEqual([]);
  });

  it('sandbox exec ID --help prints the help', async () => {
    const { stdout, exitCode } = await api.run(['sandbox', 'exec', sandboxId, '--help']);
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Usage: strongroom') });
  });
});

describe.skipIf(!hasTerminal)('at a terminal', () => {
  const run = async (...args: string[]) => {
    api.answer({ 'POST /api/v1/execute': () => ({ events: [started, ended] }) });
    return (await api.runOnTerminal(args)).shown;
  };

  it('a message says that an option of ours was passed to the program', async () => {
    expect(await run('run', '-l', 'bash', script, 'x', '--timeout=5s', '--json')).toBe(
      'strongroom: --timeout follows the file, so it was passed to the program. Write it before the file to use it here.\r\n',
    );
    expect(await run('exec', 'bash', 'true', '--json')).toContain('--json follows the language, so it was passed');
  });

  it.each([
    ['an option of its own', [script, '--unknown']],
    ['text that is not an option', [script, 'json', '---json']],
    ['an argument after --', [script, '--', '--json']],
    ['a program after --', ['--', script, '--json']],
  ])('there is no message for %s', async (_, args) => {
    expect(await run('run', '-l', 'bash', ...args)).toBe('');
  });

  it('there is no message in a pipe', async () => {
    api.answer({ 'POST /api/v1/execute': () => ({ events: [started, ended] }) });
    expect((await api.run(['run', '-l', 'bash', script, '--json'])).stderr).toBe('');
  });
});

const fixture = commandWithDaemon();

describeWithEngine('a program', () => {
  it('with a #! line is a command that gets every option, and no file of this machine', async () => {
    const { command, user } = await fixture.forNewUser();
    const tool = join(command.folder, 'tool');
    const strongroom = join(command.folder, 'strongroom');
    writeFileSync(strongroom, `#!/bin/sh\nexec '${process.execPath}' -- '${cliBundle}' "$@"\n`);
    writeFileSync(tool, '#!/usr/bin/env -S strongroom run --language bash --\nprintf "<%s>\\n" "$@"; ls\n');
    for (const path of [strongroom, tool]) chmodSync(path, 0o755);
    expect(existsSync('/etc/passwd')).toBe(true);
    const args = await allOptionsOf('run');
    const env = {
      ...command.env,
      PATH: `${command.folder}:${process.env.PATH}`,
      STRONGROOM_URL: fixture.daemon().url,
      STRONGROOM_API_KEY: user.apiKey,
    };
    const { stdout } = await execa(tool, args, { env, input: '', cwd: command.folder });
    expect(stdout.split('\n')).toEqual([...args.map((argument) => `<${argument}>`), 'main.sh']);
  });
});
