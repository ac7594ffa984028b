/** A reader who pastes the examples of pages, line by line, into one shell of a new machine: no account, no data. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { cliBundle } from '../cli/command.ts';
import { type ReadyDaemon, spawnDaemon, untilReady } from '../support/daemon/child-daemon.ts';
import { testPassword } from '../support/daemon/test-daemon.ts';
import { runOnTerminal, type Typing } from '../support/terminal.ts';
import { type Example, examplesOf } from './page.ts';

/** The shell shows this when it reads the next line. */
const ready = '\u00bb';
/** Separates the outputs of the blocks. */
const separator = '\u001e';

export interface Reader {
  home: string;
  /** The working folder of the shell. */
  work: string;
  daemon: ReadyDaemon;
  env: Record<string, string>;
  /** Pastes the examples of these pages, and returns what the shell and each example showed. */
  paste(pages: readonly string[], replace?: (script: string) => string): Promise<Pasted>;
}

export interface Pasted {
  /** 0 if every line succeeded; the shell ends at the first other one. */
  exitCode: number;
  /** All that the terminal showed, without the standard output of the commands. */
  shown: string;
  results: { page: string; example: Example; stdout: string | undefined }[];
}

/** Starts a daemon without an account, in the default folders of a new home. */
export function readerOfFile(): () => Reader {
  const home = mkdtempSync(join(tmpdir(), 'docs-'));
  const work = join(home, 'work');
  let reader: Reader | undefined;
  beforeAll(async () => {
    for (const folder of ['bin', 'work']) mkdirSync(join(home, folder));
    const program = join(home, 'bin/strongroom');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' -- '${cliBundle}' "$@"\n`);
    chmodSync(program, 0o755);
    const env = environmentOf(home);
    const daemon = await untilReady(spawnDaemon(['--port', '0', '--key-store', 'file', '--engine', 'docker'], env));
    reader = { home, work, daemon, env, paste: (pages, replace) => paste({ work, env, daemon }, pages, replace) };
  });
  afterAll(async () => {
    reader?.daemon.process.kill('SIGTERM');
    await reader?.daemon.exited;
  });
  return () => {
    if (reader === undefined) throw new Error('the reader is used before the daemon runs');
    return reader;
  };
}

function environmentOf(home: string): Record<string, string> {
  return {
    HOME: home,
    PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  };
}

async function paste(
  { work, env, daemon }: Pick<Reader, 'work' | 'env' | 'daemon'>,
  pages: readonly string[],
  replace = (script: string) => script,
): Promise<Pasted> {
  const examples = pages.flatMap((page) => examplesOf(page).map((example) => ({ page, example })));
  const stdoutFile = join(work, '..', `stdout-${pages.length}-${Date.now()}`);
  const inPage = (script: string) => replace(script.replaceAll('http://127.0.0.1:7341', daemon.url));
  const typing = [
    typeLine(`exec >>${stdoutFile}; set -u`),
    ...examples.flatMap(({ example }) => [
      ...typeExample({ ...example, script: inPage(example.script) }),
      typeLine(`printf '\\036'`),
    ]),
    typeLine('exit'),
  ];
  const { exitCode, shown } = await runOnTerminal(['/bin/bash', '--norc', '--noprofile', '--noediting', '-i'], {
    typing,
    cwd: work,
    env: {
      ...env,
      STRONGROOM_API_KEY: undefined,
      HISTFILE: '',
      PS1: ready,
      PS2: ready,
      PROMPT_COMMAND: 'code=$?; [ $code = 0 ] || exit $code',
    },
  });
  // Cut at each separator: the last part is empty.
  const outputs = readFileSync(stdoutFile, 'utf8').split(separator).slice(0, -1);
  return { exitCode, shown, results: examples.map((one, index) => ({ ...one, stdout: outputs[index] })) };
}

/** Types each line when the shell reads one, and answers the questions of the last command in between. */
function typeExample({ script, asks }: Example): Typing[] {
  const lines = script.trimEnd().split('\n').map(typeLine);
  // A question is answered as soon as it is shown. A command after it would be read as the answer by a real paste.
  const answers = asks.map((question) => ({ after: question.trim(), keys: `${testPassword}\r` }));
  return [...lines, ...answers];
}

function typeLine(line: string): Typing {
  return { after: ready, keys: `${line}\n` };
}

/** Fails with the terminal's text unless every line succeeded and showed the output on its page. */
export function expectPasted({ exitCode, shown, results }: Pasted): void {
  const last = results.findLast(({ stdout }) => stdout !== undefined);
  const message = `the last example: ${last?.page}, line ${last?.example.line}\n${shown}`;
  expect(exitCode, message).toBe(0);
  const unlike = results.filter(({ example, stdout }) => stdout !== (example.output ?? stdout));
  const describeIt = (text: (one: (typeof results)[number]) => string | undefined) =>
    unlike.map((one) => `${one.page}, line ${one.example.line}:\n${text(one)}`).join('\n');
  expect(
    describeIt(({ stdout }) => stdout),
    message,
  ).toBe(describeIt(({ example }) => example.output));
}
