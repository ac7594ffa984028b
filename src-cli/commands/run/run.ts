import type { Command } from 'commander';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { readAllText, readText } from '../../input/read-text.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';
import { runAndReport } from './carry-run.ts';
import { findLanguage } from './find-language.ts';
import { addRunOptions, type RunFlags, readRunOptions } from './run-options.ts';

type Flags = RunFlags & { language?: string };

/** Adds `strongroom run FILE|-`, which runs a file in the sandbox with this terminal's streams and exit code. */
export function addRun(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('run')
    .description('run a file in a sandbox; - reads the code from stdin')
    .argument('<file>', 'the program, or - for stdin')
    .argument('[args...]', "the program's own arguments; after -- they may begin with a dash")
    .option(
      '-l, --language <id>',
      'language id (default: by the extension or the #! line; Python for other code on stdin)',
    );
  addRunOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  strongroom run report.py data.csv --file data.csv
  echo 6 7 | strongroom run multiply.py
  cat x.py | strongroom run - --json | jq .exitCode
  strongroom run tool.ts --timeout 2m --save out -- --verbose
  strongroom run fetch.py --allow api.example.com --allow db.example.com:5432/tcp
  strongroom run fetch.py --secret-at API_TOKEN=api.example.com

Output is text: bytes that are not UTF-8 arrive as U+FFFD. The exit code is the program's own.`,
    )
    .action(async (file: string, args: string[], flags: Flags) => {
      const tools = toolsOf(command);
      const code = file === '-' ? await readAllText(tools.surroundings.stdin) : readText(file);
      await runCode(tools, { file, code, args, flags, isStdinTaken: file === '-' });
    });
}

/** Adds `strongroom exec LANGUAGE CODE`, which runs a line of code. */
export function addExec(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('exec')
    .description('run a line of code in a sandbox')
    .argument('<language>', 'an id or alias of the language')
    .argument('<code>', 'the code; other users of this machine can see command lines')
    .argument('[args...]', "the program's own arguments");
  addRunOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  strongroom exec python 'print(6 * 7)'
  strongroom exec bash 'echo "$1"' hello
  strongroom exec python 'import urllib.request as u; print(u.urlopen("https://example.com").status)' --allow example.com`,
    )
    .action(async (language: string, code: string, args: string[]) => {
      const flags = { ...command.opts<RunFlags>(), language };
      await runCode(toolsOf(command), { file: '', code, args, flags, isStdinTaken: false });
    });
}

interface Given {
  file: string;
  code: string;
  args: string[];
  flags: Flags;
  isStdinTaken: boolean;
}

async function runCode(tools: Tools, { file, code, args, flags, isStdinTaken }: Given): Promise<void> {
  const options = await readRunOptions(flags, args, { surroundings: tools.surroundings, isStdinTaken });
  const client = await tools.connector.connect();
  const language = flags.language ?? (await findLanguage(client, file, code));
  const body = { ...options, language, code };
  const start = () => client.stream(execute, { body });
  await runAndReport(tools, { client, start, network: options.network, flags });
}
