import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { listSandboxes } from '../../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { TestUser } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { hasTerminal, runOnTerminal, type Typing } from '../../../support/terminal.ts';
import { cliBundle, commandWithDaemon, type TestCommand } from '../../command.ts';

const fixture = commandWithDaemon();
/** A Bash cell that ignores interrupts. */
const deaf = "trap '' INT; sleep 60";

describeWithEngine('strongroom repl', () => {
  let command: TestCommand;
  let user: TestUser;
  beforeAll(async () => {
    ({ command, user } = await fixture.forNewUser());
  });

  const sandboxes = async () => (await user.client.call(listSandboxes, {})).sandboxes;

  describe('with piped input', () => {
    it.each([
      ['python', 'x = 6\nprint("on")\nx * 7', 'on\n42\n'],
      ['js', 'const x = 6\nconsole.log("on")\nx * 7', 'on\n42\n'],
      ['typescript', 'enum E { A = 42 }\nconst e: E = E.A\ne', '42\n'],
      ['bash', 'x=6; echo $((x * 7))', '42\n'],
    ])('runs it as one cell of %s, and deletes the sandbox', async (language, input, stdout) => {
      expect(await command.run(['repl', language], { input })).toEqual({ exitCode: 0, stdout, stderr: '' });
      expect(await sandboxes()).toEqual([]);
    });

    it('exits with 1 after an error, and with the exit code of a Bash cell', async () => {
      const failed = await command.run(['repl'], { input: '1 / 0' });
      expect(failed).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('ZeroDivisionError') });
      expect(await command.run(['repl', 'bash'], { input: '(exit 3)' })).toMatchObject({ exitCode: 3 });
    });

    it('prints the result of the cell with --json', async () => {
      const { stdout } = await command.run(['repl', '--json'], { input: '[1]' });
      expect(JSON.parse(stdout)).toMatchObject({ status: 'succeeded', outputs: [{ data: { 'text/plain': '[1]' } }] });
    });

    it('interrupts a cell at its time limit, and at Ctrl+C', async () => {
      const limited = await command.run(['repl', '--timeout', '500ms'], { input: 'while True: pass' });
      expect(limited).toMatchObject({ exitCode: 124, stderr: expect.stringContaining('--timeout') });
      expect(limited.stderr).not.toContain('lost');
      const running = command.start(['repl'], { input: 'print("on")\nwhile True: pass' });
      await new Promise((resolve) => running.stdout.once('data', resolve));
      running.kill('SIGINT');
      expect((await running).exitCode).toBe(130);
      expect(await sandboxes()).toEqual([]);
    });

    it('says that the variables are lost if the interpreter did not react to the interrupt', async () => {
      const { exitCode, stderr } = await command.run(['repl', 'bash', '--timeout', '500ms'], { input: deaf });
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 124, stderr: expect.stringContaining('--timeout') });
      expect(stderr).toContain('variables are lost');
    });

    it('uses an existing sandbox, keeps its variables, and keeps it', async () => {
      const id = (await command.run(['sandbox', 'create'])).stdout.trimEnd();
      await command.run(['repl', '--sandbox', id], { input: 'x = 20' });
      expect(await command.run(['repl', 'python', '--sandbox', id], { input: 'x + 1' })).toMatchObject({
        stdout: '21\n',
      });
      expect(await command.run(['repl', 'bash', '--sandbox', id], { input: 'echo "[$x]"' })).toMatchObject({
        stdout: '[]\n',
      });
      expect(await command.run(['repl', '--sandbox', id, '--memory', '128'], { input: 'x' })).toMatchObject({
        exitCode: 64,
      });
      expect((await sandboxes()).map((sandbox) => sandbox.id)).toEqual([id]);
      await command.run(['sandbox', 'rm', id]);
    });

    it('names the package that a cell lacks, with the command that adds it', async () => {
      expect(await command.run(['repl', 'python'], { input: 'import yaml' })).toMatchObject({
        ...{ exitCode: 1, stderr: expect.stringContaining('(strongroom packages add python PyYAML)') },
      });
    });

    it('refuses a language without cells', async () => {
      const refused = await command.run(['repl', 'cobol'], { input: 'x' });
      expect(refused).toMatchObject({ exitCode: 65, stderr: expect.stringContaining('cobol') });
      expect(await sandboxes()).toEqual([]);
    });
  });

  describe.skipIf(!hasTerminal)('on a terminal', () => {
    async function type(args: string[], typing: Typing[]) {
      const argv = [process.execPath, cliBundle, '--data-dir', command.dataDir, 'repl', ...args];
      const env = { ...command.env, STRONGROOM_API_KEY: user.apiKey, NO_COLOR: '1' };
      const { exitCode, shown } = await runOnTerminal(argv, { typing, env, cwd: join(fixture.folder) });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these sequences are what readline draws with
      return { exitCode, shown: shown.replaceAll(/\u001b\[\d*[GJK]/g, '').replaceAll('\r\n', '\n') };
    }

    it('runs lines and blocks, completes names, and deletes the sandbox at Ctrl+D', async () => {
      const { exitCode, shown } = await type(
        ['python'],
        [
          { after: '>>> ', keys: 'def answer():\r' },
          { after: '... ', keys: '  return 42\r' },
          { after: '... ', keys: '\r' },
          { after: '>>> ', keys: 'print("a\\033[2Jb", end="")\r' },
          { after: '>>> ', keys: 'answe\t' },
          { after: 'answer', keys: '()\r' },
          { after: '\n42\r\n', keys: '\u0004' },
        ],
      );
      expect({ exitCode, shown }).toMatchObject({ exitCode: 0, shown: expect.stringContaining('\na␛[2Jb\n>>> ') });
      expect(await sandboxes()).toEqual([]);
    });

    it.each([
      ['python', 'exit()', 'quit = 41 + 1'],
      ['javascript', '.exit', 'const quit = 41 + 1'],
      ['bash', 'exit', 'quit() { echo $((41 + 1)); }'],
    ])('%s ends with %s, but not with a name that the code has defined', async (language, last, definition) => {
      const typing = [
        { after: '>>> ', keys: `${definition}\r` },
        { after: '>>> ', keys: 'quit\r' },
        { after: '\n42\r\n', keys: '' },
        { after: '>>> ', keys: `${last}\r` },
      ];
      expect(await type([language], typing)).toMatchObject({ exitCode: 0 });
      expect(await sandboxes()).toEqual([]);
    });

    it('lets the cell in progress end at Ctrl+D', async () => {
      const { exitCode, shown } = await type(
        ['bash'],
        [
          { after: '>>> ', keys: 'echo "st""arted"; sleep 1; echo "en""ded"\r' },
          { after: 'started', keys: '\u0004' },
        ],
      );
      expect({ exitCode, shown }).toMatchObject({ exitCode: 0, shown: expect.stringContaining('ended') });
      expect(await sandboxes()).toEqual([]);
    });

    it('continues in a new context if a cell ended its own, also in a sandbox of another language', async () => {
      const id = (await command.run(['sandbox', 'create'])).stdout.trimEnd();
      const { exitCode, shown } = await type(
        ['bash', '--sandbox', id, '--timeout', '1s'],
        [
          { after: '>>> ', keys: 'x=kept\r' },
          { after: '>>> ', keys: `${deaf}\r` },
          { after: 'variables are lost', keys: '' },
          { after: '>>> ', keys: 'echo "[$x]"\r' },
          { after: '\n[]\r\n', keys: '' },
          { after: '>>> ', keys: '\u0004' },
        ],
      );
      expect({ exitCode, shown }).toMatchObject({
        exitCode: 0,
        shown: expect.not.stringContaining('context_not_found'),
      });
      await command.run(['sandbox', 'rm', id]);
    });

    it('interrupts the cell at Ctrl+C and keeps the variables', async () => {
      const { exitCode, shown } = await type(
        ['bash'],
        [
          { after: '>>> ', keys: 'x=kept; echo "st""arted"; sleep 60\r' },
          { after: 'started', keys: '\u0003' },
          { after: 'interrupted', keys: '' },
          { after: '>>> ', keys: 'echo "[$x]"\r' },
          { after: '[kept]', keys: '' },
          { after: '>>> ', keys: 'not run \u0003' },
          { after: '>>> ', keys: '\u0004' },
        ],
      );
      expect({ exitCode, shown }).toMatchObject({ exitCode: 0, shown: expect.stringContaining('[kept]') });
      expect(shown).not.toContain('not found');
    });
  });
});
