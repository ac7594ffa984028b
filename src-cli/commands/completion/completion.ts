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
      const candidates = candidatesFor(program, commandLine.slice(1, current), commandLine[current] ?? '');
      const lines = candidates.map((candidate) => lineFor(shell, candidate));
      if (lines.length === 0 && shell === 'zsh') lines.push(filesWord);
      await reporter.part(lines.map((line) => `${line}\n`).join(''));
    });
}

/** Formats a candidate for a shell: zsh `name:description`, fish `name<tab>description`, bash `name`. */
function lineFor(shell: string, { name, description }: Candidate): string {
  if (shell === 'fish') return `${name}\t${description}`;
  if (shell === 'zsh') return `${name.replaceAll(':', '\\:')}:${description}`;
  return name;
}

function parseShell(text: string): Shell {
  const shell = shells.find((known) => known === text);
  if (shell === undefined) throw new InvalidArgumentError(`The shells are ${shells.join(', ')}.`);
  return shell;
}
