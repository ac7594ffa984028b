/** Checks that each command and flag that a page names in its text exists. Other tests run the examples. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from '../../src-cli/program.ts';
import type { Surroundings } from '../../src-cli/surroundings.ts';
import { readSource } from '../house/checkout.ts';
import { docs } from './page.ts';

const ownPages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
const pages = [
  ...ownPages,
  '../README.md',
  '../CONTRIBUTING.md',
  '../examples/README.md',
  '../examples/languages/README.md',
];
const flagsOfTests = ['--runs', '--busy', '--affected', '--since', '--shard', '--record'];
/** Flags of Node, of `npm start`, and of the daemon that the desktop app starts. */
const furtherFlags = ['--require', '--permission', '--no-window', '--key-store-fallback', '--with', ...flagsOfTests];

const streams = { stdout: process.stdout, stderr: process.stderr };
const program = await createProgram({ ...streams, version: '0', argv: [], env: {} } as unknown as Surroundings);
const everyCommand = [program, ...program.commands.flatMap((command) => [command, ...command.commands])];
const flagsOf = (command: Command) => command.options.flatMap(({ long }) => (long === undefined ? [] : [long]));
const knownFlags = new Set([...everyCommand.flatMap(flagsOf), ...furtherFlags, '--help']);
const { scripts } = JSON.parse(readSource('package.json')) as { scripts: Record<string, string> };

function inlineCodeOf(page: string): string[] {
  const prose = readFileSync(join(docs, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll('\\|', '|'));
}

/** Returns the error in the arguments of a `strongroom` command line, or undefined. */
function findFault(args: readonly string[]): string | undefined {
  let command = program;
  for (const arg of args) {
    // The arguments of the user's program follow.
    if (arg === '--') return undefined;
    const named = command.commands.find((sub) => sub.name() === arg);
    if (named !== undefined) command = named;
    else if (arg.startsWith('--')) {
      if (![...flagsOf(command), ...flagsOf(program), '--help'].includes(arg)) return `${command.name()} has no ${arg}`;
    } else if (command.commands.length > 0) return `there is no ${command.name()} ${arg}`;
  }
  return undefined;
}

it.each(pages)('%s names only commands, flags and scripts that exist', (page) => {
  const code = inlineCodeOf(page);
  const lines = code.flatMap((text) => /^(?:npx )?strongroom (.+)$/.exec(text)?.[1] ?? []);
  const flags = code.flatMap((text) => /^--[a-z][a-z-]*/.exec(text)?.[0] ?? []);
  const npmScripts = code.flatMap((text) => /^npm run ([\w:]+)/.exec(text)?.[1] ?? []);
  expect(lines.flatMap((line) => findFault(line.split(/\s+/)) ?? [])).toEqual([]);
  expect(flags.filter((flag) => !knownFlags.has(flag))).toEqual([]);
  expect(npmScripts.filter((name) => !(name in scripts))).toEqual([]);
});

it('the table of cli.md lists exactly the existing commands', () => {
  const [table = ''] = /^\| command \|[\s\S]*?\n\n/m.exec(readFileSync(join(docs, 'cli.md'), 'utf8')) ?? [];
  const cells = table
    .split('\n')
    .flatMap((row) => [...(/^\| (`.*?)(?<!\\) \|/.exec(row)?.[1] ?? '').matchAll(/`([^`]+)`/g)]);
  const listed = cells.flatMap(([, cell = '']) => {
    const [name = '', ...rest] = cell.replaceAll('\\|', '|').split(' ');
    const alternatives = /^[a-z|]+$/.test(rest[0] ?? '') ? (rest[0] ?? '').split('|') : [''];
    return alternatives.map((sub) => `${name} ${sub}`.trim());
  });
  const shown = (command: Command) =>
    command
      .createHelp()
      .visibleCommands(command)
      .filter((one) => one.name() !== 'help');
  const existing = shown(program).flatMap((command) => {
    const subs = shown(command).map((sub) => `${command.name()} ${sub.name()}`);
    return subs.length > 0 ? subs : [command.name()];
  });
  expect(listed.toSorted()).toEqual(existing.toSorted());
});
