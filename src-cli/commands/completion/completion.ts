import { type Command, InvalidArgumentError } from 'commander';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import type { Surroundings } from '../../surroundings.ts';
import type { ToolsOf } from '../../toolbox.ts';
import type { Candidate } from './candidate.ts';
import { expectedAfter } from './complete-command-line.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

const help = `
Examples:
  strongroom completion bash >> ~/.bashrc
  strongroom completion zsh >> ~/.zshrc
  strongroom completion fish > ~/.config/fish/completions/strongroom.fish`;

/** Replaces the library's script for fish, which evaluates the command line and so executes text in quotes. */
const fishScript = `function _strongroom_completion
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -lx COMP_CWORD (count $words)
  set -lx SHELL fish
  set -l candidates (strongroom completion-server -- $words "$current" 2>/dev/null)
  if test (count $candidates) -gt 0
    printf '%s\\n' $candidates
  else
    __fish_complete_path "$current"
  end
end

complete -f -c strongroom -a '(_strongroom_completion)'
`;

/** Longer descriptions do not fit next to the names. */
const descriptionCharacters = 80;
/** With this candidate the library's script for zsh offers files. The other shells do that on their own. */
const filesWord = '__tabtab_complete_files__';

/** Adds `strongroom completion SHELL`, and the hidden command that these scripts run. */
export function addCompletion(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('completion')
    .description('print a script that completes commands and options')
    .argument('<shell>', shells.join(', '), parseShell)
    .addHelpText('after', help)
    .action(async (shell: Shell) => {
      await toolsOf(command).reporter.part(shell === 'fish' ? fishScript : await libraryScript(shell));
    });
  addServer(program, toolsOf);
}

async function libraryScript(shell: Shell): Promise<string> {
  const { default: tabtab } = await import('@pnpm/tabtab');
  return tabtab.getCompletionScript({ name: 'strongroom', completer: 'strongroom', shell });
}

function addServer(program: Command, toolsOf: ToolsOf): void {
  const server = program
    .command('completion-server', { hidden: true })
    .argument('[arguments...]')
    .action(async (commandLine: string[]) => {
      const { surroundings, reporter } = toolsOf(server);
      const { COMP_CWORD: index = '', SHELL: shell = '' } = surroundings.env;
      const current = /^\d{1,4}$/.test(index) ? Number(index) : commandLine.length - 1;
      const [before, partial] = [commandLine.slice(1, current), commandLine[current] ?? ''];
      const candidates = await complete(program, { surroundings, before, partial: unquoted(partial) });
      const lines = candidates.map((candidate) => lineFor(shell, candidate));
      if (lines.length === 0 && shell === 'zsh') lines.push(filesWord);
      await reporter.part(lines.map((line) => `${line}\n`).join(''));
      // A daemon or a keychain that does not answer must not keep the shell waiting.
      process.exit(0);
    });
}

interface Typed {
  surroundings: Pick<Surroundings, 'env'>;
  before: string[];
  partial: string;
}

async function complete(program: Command, { surroundings, before, partial }: Typed): Promise<Candidate[]> {
  const { candidates, query } = expectedAfter(program, before, partial);
  if (query === undefined) return candidates;
  // Loaded only for names: options and subcommands need no connection.
  const { askNames } = await import('./ask-names.ts');
  const names = await askNames({ surroundings, dataDir: dataDirIn(before), query });
  return [...candidates, ...names.filter(({ name }) => name.startsWith(partial))];
}

function dataDirIn(before: readonly string[]): string | undefined {
  const option = '--data-dir';
  const joined = before.find((argument) => argument.startsWith(`${option}=`))?.slice(option.length + 1);
  return joined ?? (before.includes(option) ? before[before.indexOf(option) + 1] : undefined);
}

/** Removes the backslashes with which a shell quotes spaces. */
function unquoted(word: string): string {
  return word.replaceAll(/\\(.)/g, '$1');
}

/** Formats a candidate for a shell: zsh `name:description`, fish `name<tab>description`, bash `name`. */
function lineFor(shell: string, { name, description }: Candidate): string {
  const shown = visibleLine(description).slice(0, descriptionCharacters);
  if (shell === 'fish') return `${name}\t${shown}`;
  if (shell === 'zsh') return `${name.replaceAll(':', '\\:')}:${shown}`;
  return name.replaceAll(' ', '\\ ');
}

function parseShell(text: string): Shell {
  const shell = shells.find((known) => known === text);
  if (shell === undefined) throw new InvalidArgumentError(`The shells are ${shells.join(', ')}.`);
  return shell;
}
