/** Every command and flag that a page names in its text: that there is one. What stands in examples is run elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from '../../src-cli/program.ts';
import type { Surroundings } from '../../src-cli/surroundings.ts';
import { readSource } from '../house/checkout.ts';
import { docs } from './page.ts';

const pages = [...readdirSync(docs).filter((name) => name.endsWith('.md')), '../README.md', '../CONTRIBUTING.md'];
/** Of Node, of `npm start`, of the desktop app to its daemon, and of `npm run test:soak`. */
const furtherFlags = ['--require', '--permission', '--no-window', '--key-store-fallback', '--runs', '--busy'];

const streams = { stdout: process.stdout, stderr: process.stderr };
const program = createProgram({ ...streams, version: '0', argv: [], env: {} } as unknown as Surroundings);
const everyCommand = [program, ...program.commands.flatMap((command) => [command, ...command.commands])];
const flagsOf = (command: Command) => command.options.flatMap(({ long }) => (long === undefined ? [] : [long]));
const knownFlags = new Set([...everyCommand.flatMap(flagsOf), ...furtherFlags, '--help']);
const { scripts } = JSON.parse(readSource('package.json')) as { scripts: Record<string, string> };

function inlineCodeOf(page: string): string[] {
  const prose = readFileSync(join(docs, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll('\\|', '|'));
}

/** What is wrong with the words after `strongroom`; undefined: nothing. */
function faultOf(words: readonly string[]): string | undefined {
  let place = program;
  for (const word of words) {
    const named = place.commands.find((command) => command.name() === word);
    if (named !== undefined) place = named;
    else if (word.startsWith('--')) {
      if (![...flagsOf(place), ...flagsOf(program), '--help'].includes(word)) return `${place.name()} has no ${word}`;
    } else if (place.commands.length > 0) return `there is no ${place.name()} ${word}`;
  }
  return undefined;
}

it.each(pages)('%s names commands, flags and scripts that there are', (page) => {
  const code = inlineCodeOf(page);
  const lines = code.flatMap((text) => /^(?:npx )?strongroom (.+)$/.exec(text)?.[1] ?? []);
  const flags = code.flatMap((text) => /^--[a-z][a-z-]*/.exec(text)?.[0] ?? []);
  const npmScripts = code.flatMap((text) => /^npm run ([\w:]+)/.exec(text)?.[1] ?? []);
  expect(lines.flatMap((line) => faultOf(line.split(/\s+/)) ?? [])).toEqual([]);
  expect(flags.filter((flag) => !knownFlags.has(flag))).toEqual([]);
  expect(npmScripts.filter((name) => !(name in scripts))).toEqual([]);
});

it('cli.md has every command in its table, and no other', () => {
  const [table = ''] = /^\| command \|[\s\S]*?\n\n/m.exec(readFileSync(join(docs, 'cli.md'), 'utf8')) ?? [];
  const cells = table
    .split('\n')
    .flatMap((row) => [...(/^\| (`.*?)(?<!\\) \|/.exec(row)?.[1] ?? '').matchAll(/`([^`]+)`/g)]);
  const told = cells.flatMap(([, cell = '']) => {
    const [name = '', ...rest] = cell.replaceAll('\\|', '|').split(' ');
    const alternatives = rest[0]?.includes('|') && /^[a-z|]+$/.test(rest[0]) ? rest[0].split('|') : [''];
    return alternatives.map((sub) => `${name} ${sub}`.trim());
  });
  const shown = (command: Command) =>
    command
      .createHelp()
      .visibleCommands(command)
      .filter((one) => one.name() !== 'help');
  const there = shown(program).flatMap((command) => {
    const subs = shown(command).map((sub) => `${command.name()} ${sub.name()}`);
    return subs.length > 0 ? subs : [command.name()];
  });
  expect(told.toSorted()).toEqual(there.toSorted());
});
