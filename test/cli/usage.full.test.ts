import { describe, expect, it } from 'vitest';
import { commandIn, temporaryFolder } from './command.ts';

const folder = temporaryFolder();
const command = commandIn(folder, folder);

describe('a command line', () => {
  it('with a typo gets a suggestion, exit code 64 and nothing on stdout', async () => {
    const { exitCode, stdout, stderr } = await command.run(['secrts']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 64, stdout: '' });
    expect(stderr).toContain('Did you mean secrets?');
  });

  it('that cannot be followed is one JSON line with --json', async () => {
    const { exitCode, stderr } = await command.run(['run', '--json', '--nonsense', 'x.py']);
    expect(exitCode).toBe(64);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stderr.replace(/\n\(Did you.*/, ''))).toMatchObject({ error: { code: 'usage' } });
  });

  it('has no colour and no progress where it is no terminal', async () => {
    const { stdout, stderr } = await command.run(['doctor', '--no-sandbox']);
    expect(stdout + stderr).not.toContain('\u001b');
  });
});

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('has a script for %s that asks the command', async (shell) => {
    const { stdout, exitCode } = await command.run(['completion', shell]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('strongroom completion-server');
  });

  it('knows commands, their commands and their options', async () => {
    const complete = async (...args: string[]) => {
      const env = { COMP_CWORD: String(args.length - 1), COMP_LINE: args.join(' '), COMP_POINT: '1', SHELL: 'bash' };
      const { stdout } = await command.run(['completion-server', '--', ...args], { env });
      return stdout.trimEnd().split('\n');
    };
    expect(await complete('strongroom', 'va')).toEqual(['vault']);
    expect(await complete('strongroom', 'secrets', '')).toEqual(['set', 'edit', 'ls', 'rm', 'import', 'release']);
    expect(await complete('strongroom', 'wi')).toEqual(['with']);
    expect(await complete('strongroom', 'run', '--tim')).toEqual(['--timeout']);
    for (const command of [['run'], ['exec'], ['vault', 'run'], ['sandbox', 'create'], ['repl'], ['vault', 'put']])
      expect(await complete('strongroom', ...command, '--all'), command.join(' ')).toEqual(['--allow']);
    expect(await complete('strongroom', 'run', '--network')).toEqual(['--network', '--network-rules']);
    expect(await complete('strongroom', 'secrets', 'set', '--h')).toEqual(['--host', '--header', '--help']);
    expect(await complete('strongroom', 'network', '')).toEqual(['allow', 'ls', 'rm', 'proxy']);
    expect(await complete('strongroom', 'runs', 'n')).toEqual(['network']);
    expect(await complete('strongroom', 'keys', 'create', '--n')).toEqual(['--network-host']);
    expect(await complete('strongroom', 'run', '--', '')).toEqual(['']);
  });
});
