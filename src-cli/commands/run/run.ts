import type { Command } from 'commander';
import type { InputFile } from '../../../src-shared/contracts/execute-request.ts';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { isCodeName } from '../../../src-shared/formats/code-name.ts';
import { CliError } from '../../cli-error.ts';
import { isOwnOption, passArguments } from '../../command-line.ts';
import { runAndReport } from '../../execution/carry-run.ts';
import { detachedFields, requireDetachable, startDetached } from '../../execution/detach-run.ts';
import { runStored } from '../../execution/run-stored.ts';
import { findInput, streamFields } from '../../input/find-input.ts';
import { isFolder } from '../../input/is-folder.ts';
import { hintAtOwnOptions } from '../../options/program-arguments.ts';
import {
  addDetachOption,
  addRunOptions,
  type DetachFlag,
  type RunFlags,
  readRunOptions,
} from '../../options/run-options.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';
import { programSource, type ReadProgram } from './program/program-source.ts';

type Flags = RunFlags & DetachFlag & { language?: string; entry?: string; watch?: boolean };

/** Adds `strongroom run FILE|FOLDER|-`, which runs a program with this terminal's streams and exit code. */
export function addRun(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('run')
    .description('run a file, a folder or a script of the vault in a sandbox')
    .argument('<file>', 'the program, a folder with it, vault:NAME, or - for code on stdin')
    .argument('[args...]', "the program's own arguments: everything after the file, also with a dash")
    .option(
      '-l, --language <id>',
      'language id (default: by the extension or the #! line; Python for other code on stdin)',
    )
    .option('--entry <file>', 'the program in a folder (default: main.py, index.js, main.go and other usual names)')
    .option('--watch', 'run again when the files change, and cancel the run in progress');
  addDetachOption(addRunOptions(passArguments(command)))
    .addHelpText(
      'after',
      `
Examples:
  strongroom run --file data.csv report.py data.csv --month 3
  echo 6 7 | strongroom run multiply.py
  strongroom run --entry src/app.py project --month 3
  strongroom run --env-file .env --env MODE=test report.py
  strongroom run vault:report --month 3
  strongroom run --with 'rich>=13' report.py
  strongroom run --watch --out out project
  strongroom run --detach nightly.py
  cat x.py | strongroom run --json - | jq .exitCode
  strongroom run --timeout 2m --out out tool.ts --verbose
  strongroom run --allow api.example.com --allow db.example.com:5432/tcp fetch.py
  strongroom run --secret-at API_TOKEN fetch.py

Packages that the program names at its beginning ("# /// script", or "// npm: zod@4") are installed once.
A folder is copied without .git, .env files and what a .gitignore or .strongroomignore names.
Everything after the file or folder belongs to the program. A first line "#!/usr/bin/env -S strongroom run --" makes a file a command.
Input and output are passed on byte for byte, while the program runs. The exit code is the program's own.`,
    )
    .action(async (file: string, args: string[], flags: Flags) => {
      const tools = toolsOf(command);
      const { language, entry, out: except } = flags;
      if (flags.detach) requireDetachable(flags);
      if (flags.watch) await watchable(file, flags);
      const name = storedName(file, flags);
      if (name !== undefined) {
        hintAtOwnOptions(tools, command, { args, after: 'the name' });
        return runStored(tools, { name, args, flags });
      }
      const readProgram = programSource(tools, { path: file, language, entry, except });
      hintAtOwnOptions(tools, command, { args, after: isFolder(file) ? 'the folder' : 'the file' });
      const given = { readProgram, args, flags, isStdinTaken: file === '-' };
      await (flags.watch ? runAgain(tools, file, given) : runCode(tools, given));
    });
}

/** Adds `strongroom exec LANGUAGE CODE`, which runs a line of code. */
export function addExec(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('exec')
    .description('run a line of code in a sandbox')
    .argument('<language>', 'an id or alias of the language')
    .argument('<code>', 'the code; other users of this machine can see command lines')
    .argument('[args...]', "the program's own arguments: everything after the code");
  addDetachOption(addRunOptions(passArguments(command)))
    .addHelpText(
      'after',
      `
Examples:
  strongroom exec python 'print(6 * 7)'
  strongroom exec bash 'echo "$1"' hello
  strongroom exec --allow example.com python 'import urllib.request as u; print(u.urlopen("https://example.com").status)'

Everything after the language belongs to the program: write the options of this command before it.`,
    )
    .action(async (language: string, code: string, args: string[]) => {
      if (isOwnOption(command, code)) throw optionAsCode(code);
      const tools = toolsOf(command);
      const flags = command.opts<RunFlags & DetachFlag>();
      if (flags.detach) requireDetachable(flags);
      hintAtOwnOptions(tools, command, { args: [code, ...args], after: 'the language' });
      const readProgram: ReadProgram = async () => async () => ({ language, code });
      await runCode(tools, { readProgram, args, flags, isStdinTaken: false });
    });
}

const storedPrefix = 'vault:';

/** Returns the name of a script of the vault; undefined for a path. */
function storedName(file: string, { language, entry }: Flags): string | undefined {
  if (!file.startsWith(storedPrefix)) return undefined;
  const name = file.slice(storedPrefix.length);
  if (!isCodeName(name))
    throw new CliError(
      'usage',
      `${file} names no script of the vault. Write ./${file} for a file, or list the scripts with: strongroom vault ls`,
    );
  const option = language === undefined ? '--entry' : '--language';
  if (language === undefined && entry === undefined) return name;
  throw new CliError('usage', `${option} cannot be used with a script of the vault, which has its own. Remove it.`);
}

function optionAsCode(code: string): CliError {
  const [name] = code.split('=', 1);
  return new CliError(
    'usage',
    `${name} follows the language, where the code is expected. Write it before the language.`,
  );
}

interface Given {
  readProgram: ReadProgram;
  args: string[];
  flags: RunFlags & DetachFlag;
  isStdinTaken: boolean;
  /** Cancels the run. */
  abort?: AbortSignal;
}

/** Loaded for this option only. */
const loadWatching = () => import('./run-watching.ts');

async function watchable(file: string, { out }: Flags): Promise<void> {
  (await loadWatching()).requireWatchable(file, out);
}

/** Runs a program again after each change of its files. It gets no stdin of this command, which ends with the first run. */
async function runAgain(tools: Tools, file: string, given: Given): Promise<void> {
  const { out: except, stdin = true, envFile, file: copied } = given.flags;
  const flags = typeof stdin === 'string' ? given.flags : { ...given.flags, stdin: false };
  const pathOf = (flag: string) => flag.split('=', 1)[0] ?? flag;
  const paths = [file, ...copied.map(pathOf), ...envFile, ...(typeof stdin === 'string' ? [stdin] : [])];
  const runOnce = (abort: AbortSignal) => runCode(tools, { ...given, flags, abort });
  await (await loadWatching()).runWatching(tools, { paths, except, runOnce });
}

async function runCode(tools: Tools, { readProgram, args, flags, isStdinTaken, abort }: Given): Promise<void> {
  const findProgram = await readProgram();
  const options = await readRunOptions(flags, args, { ...tools, isStdinTaken });
  const { network } = options;
  const { detach: isDetached = false } = flags;
  const input = isDetached ? undefined : findInput({ ...tools, flag: flags.stdin, isStdinTaken }, network);
  const ofStreams = isDetached ? await detachedFields(tools, flags, isStdinTaken) : streamFields(tools, input);
  const client = await tools.connector.connect();
  const { files = [], ...program } = await findProgram(client);
  const body = { ...options, ...ofStreams, ...program, ...filesOf(files, options.files) };
  if (abort?.aborted) {
    input?.destroy();
    return;
  }
  const start = () => client.stream(execute, { body });
  await (isDetached
    ? startDetached(tools, { client, start, network })
    : runAndReport(tools, { client, start, input, network, flags, abort }));
}

/** A file of `--file` replaces that of the folder with the same path. */
function filesOf(ofFolder: InputFile[], given: InputFile[] = []): { files?: InputFile[] } {
  const paths = new Set(given.map(({ path }) => path));
  const files = [...ofFolder.filter(({ path }) => !paths.has(path)), ...given];
  return files.length === 0 ? {} : { files };
}
