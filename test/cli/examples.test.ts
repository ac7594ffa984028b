/** The examples in the help of every command: each one is a command line that this version accepts. */
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { readExamples } from '../../src-cli/group-examples.ts';
import { createProgram } from '../../src-cli/program.ts';

function testProgram(): Promise<Command> {
  const stream = { isTTY: false, write: () => true } as never;
  const fixed = { env: {}, version: '0', lowestNode: '0', appRoot: '/nonexistent', importModule: async () => {} };
  return createProgram({ ...fixed, argv: [], stdin: stream, stdout: stream, stderr: stream });
}

function commandsBelow(command: Command): Command[] {
  const own = command
    .createHelp()
    .visibleCommands(command)
    .filter((sub) => sub.name() !== 'help');
  return own.flatMap((sub) => [sub, ...commandsBelow(sub)]);
}

function pathOf(command: Command): string {
  return command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** Returns the arguments of `strongroom` in a line of a shell; undefined if the line runs only other programs. */
function argumentsIn(example: string): string[] | undefined {
  const [line = ''] = example.trim().split(/ {3,}/, 1);
  const parts: string[] = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  const start = parts.indexOf('strongroom');
  if (start === -1) return undefined;
  const rest = parts.slice(start + 1);
  const end = rest.findIndex((word) => /^([|<>#;&]|>>|&&|\|\|)/.test(word));
  return (end === -1 ? rest : rest.slice(0, end)).map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

/** Parses a command line without running it, and returns the path of the command that would run. */
async function parse(args: readonly string[]): Promise<string | undefined> {
  const program = await testProgram();
  const reached: string[] = [];
  for (const command of commandsBelow(program))
    if (command.commands.length === 0) command.action(() => void reached.push(pathOf(command)));
  await program.parseAsync(['node', 'strongroom', ...args]);
  return reached[0];
}

const program = await testProgram();
const every = commandsBelow(program);

describe('the help of', () => {
  it.each(every.map((command) => [pathOf(command), command] as const))(
    '%s has examples of it',
    async (path, command) => {
      const examples = readExamples(command);
      expect(examples).not.toEqual([]);
      for (const example of examples) {
        const args = argumentsIn(example);
        if (args === undefined) continue;
        const reached = await parse(args).catch((error: Error) => `${example}: ${error.message}`);
        const isSame = reached === path || reached?.startsWith(`${path} `);
        expect(isSame || path === 'mcp', `${example} is ${reached}`).toBe(true);
      }
      expect(examples.some((example) => argumentsIn(example) !== undefined)).toBe(true);
    },
  );

  it('the whole command has examples that are accepted', async () => {
    const examples = readExamples(program);
    expect(examples.length).toBeGreaterThan(2);
    for (const example of examples) expect(await parse(argumentsIn(example) ?? []), example).toBeDefined();
  });

  it('is checked: an option that does not exist is an error', async () => {
    await expect(parse(['run', '--no-such-option', 'x.py'])).rejects.toThrow("unknown option '--no-such-option'");
  });
});
