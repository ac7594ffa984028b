/** The completion scripts in the shells that they are for. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cliBundle, commandIn, temporaryFolder } from './command.ts';

const folder = temporaryFolder();
const command = commandIn(folder, join(folder, 'data'));
const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

beforeAll(async () => {
  const path = join(folder, 'strongroom');
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${cliBundle}' "$@"\n`);
  chmodSync(path, 0o755);
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(join(folder, `strongroom.${shell}`), (await command.run(['completion', shell])).stdout);
});

function answerOf(shell: string, script: string, ...args: string[]): string[] {
  const env = { ...process.env, HOME: folder, PATH: `${folder}:${process.env.PATH}` };
  const text = execFileSync(shell, ['-c', script, shell, ...args], { cwd: folder, env, encoding: 'utf8' });
  return text.split('\n').filter((line) => line !== '');
}

function itCompletesAll(complete: (line: string) => (string | undefined)[]): void {
  it('completes commands, subcommands, options and files', () => {
    expect(complete('strongroom se')).toEqual(['secrets', 'serve']);
    expect(complete('strongroom secrets s')).toEqual(['set']);
    expect(complete('strongroom run --tim')).toEqual(['--timeout']);
    expect(complete('strongroom run strongroom.b')).toEqual(['strongroom.bash']);
  });
}

describe.skipIf(!has('bash'))('in bash', () => {
  it('completes commands', () => {
    const line = 'COMP_WORDS=(strongroom se); COMP_CWORD=1; COMP_LINE="strongroom se"; COMP_POINT=13';
    const print = `printf "%s\\n" "\${COMPREPLY[@]}"`;
    const answer = answerOf('bash', `source ./strongroom.bash; ${line}; _strongroom_completion; ${print}`);
    expect(answer).toEqual(['secrets', 'serve']);
  });
});

/** Prints the offers of a Tab at the end of `$1`. zsh completes only on a terminal, so it gets one of its own. */
const tabInZsh = `
zmodload zsh/zpty
rm -f offered complete
zpty inner zsh -f -i
zpty -w inner 'PS1=; autoload -Uz compinit; compinit -D -u; source ./strongroom.zsh'
# A call that only asks which entries match (-O, -A, -D) is no offer.
zpty -w inner 'compadd() {
  [[ " \${@[1,(i)(-|--)]} " == *" -"[OAD]" "* ]] && { builtin compadd "$@"; return; }
  local -a words; builtin compadd -A words "$@"; print -rl -- $words >> offered; builtin compadd "$@" }'
zpty -w inner 'offer() { : > offered; zle complete-word; mv offered complete }; zle -N offer; bindkey "^I" offer'
zpty -w -n inner "$1"$'\t'
until [[ -e complete ]]; do zpty -r -t inner shown > /dev/null || sleep 0.02; done
cat complete
zpty -d inner`;

describe.skipIf(!has('zsh'))('in zsh', () => {
  const complete = (line: string) => answerOf('zsh', tabInZsh, line);

  itCompletesAll(complete);

  it('does not run the text of the line', () => {
    for (const word of ["'$(touch ran)'", '$(touch ran)', '`touch ran`', "'a; touch ran'"])
      expect(complete(`strongroom run --env ${word} --tim`)).toEqual(['--timeout']);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });
});

describe.skipIf(!has('fish'))('in fish', () => {
  const complete = (line: string) => {
    const asked = `complete -C "${line}"`;
    return answerOf('fish', `source ./strongroom.fish; ${asked}`).map((found) => found.split('\t')[0]);
  };

  itCompletesAll(complete);

  it('does not run the text of the line', () => {
    for (const word of ['(touch ran)', '\\$(touch ran)', 'a; touch ran'])
      complete(`strongroom run --env '${word}' --tim`);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });
});
