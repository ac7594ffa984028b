import { type Command, InvalidArgumentError } from 'commander';
import type { ToolsOf } from '../../toolbox.ts';
import { type Candidate, candidatesFor } from './complete-command-line.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

const help = `
Examples:
  strongroom completion bash >> ~/.bashrc
  strongroom completion zsh >> ~/.zshrc
  strongroom completion fish > ~/.config/fish/completions/strongroom.fish`;

/** The library's own evaluates the words of the line, and so runs what stands in their quotes at a Tab. */
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

/** By this word the library's script for zsh is told to offer files, which the other shells do by themselves. */
const filesWord = '__tabtab_complete_files__';

/** `strongroom completion SHELL`, and the hidden command that these scripts ask. */
export function addCompletion(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('completion')
    .description('print the script that completes commands and options')
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
    .argument('[words...]')
    .action(async (commandLine: string[]) => {
      const { surroundings, reporter } = toolsOf(server);
      const { COMP_CWORD: index = '', SHELL: shell = '' } = surroundings.env;
      const current = /^\d{1,4}$/.test(index) ? Number(index) : commandLine.length - 1;
      const candidates = candidatesFor(program, commandLine.slice(1, current), commandLine[current] ?? '');
      const lines = candidates.map((candidate) => lineFor(shell, candidate));
      if (lines.length === 0 && shell === 'zsh') lines.push(filesWord);
      await reporter.part(lines.map((line) => `${line}\n`).join(''));
    });
}

/** What each shell's script takes: zsh `name:description`, fish `name<tab>description`, bash the name. */
function lineFor(shell: string, { name, description }: Candidate): string {
  if (shell === 'fish') return `${name}\t${description}`;
  if (shell === 'zsh') return `${name.replaceAll(':', '\\:')}:${description}`;
  return name;
}

function parseShell(text: string): Shell {
  const shell = shells.find((known) => known === text);
  if (shell === undefined) throw new InvalidArgumentError(`There are ${shells.join(', ')}.`);
  return shell;
}
