import type { Command } from 'commander';
import {
  type ProcessRequest,
  type ProcessResult,
  runProcess,
} from '../../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { sandboxLimits } from '../../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import { CliError } from '../../../cli-error.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { passArguments } from '../../../command-line.ts';
import { hintLines } from '../../../execution/hint-lines.ts';
import { exitCodeOfProgram, exitCodes } from '../../../exit-codes.ts';
import { isPiped } from '../../../input/piped.ts';
import { append, parseDuration } from '../../../options/parse-values.ts';
import { splitVariable } from '../../../options/variables.ts';
import { inSandbox } from '../../../sandbox/explain-refusal.ts';
import { createSandboxFinder } from '../../../sandbox/find-sandbox.ts';
import type { Tools, ToolsOf } from '../../../toolbox.ts';
import { followProcess } from './follow-process.ts';
import { forwardSignals } from './forward-signals.ts';

interface Flags {
  cwd?: string;
  env: string[];
  timeout?: number;
  background?: boolean;
  stdin: boolean;
  raw?: boolean;
  verbose?: boolean;
}

/** Adds `strongroom sandbox exec`, which runs a process with this terminal's streams and exit code. */
export function addExec(sandbox: Command, toolsOf: ToolsOf): void {
  const command = passArguments(sandbox.command('exec'), 2)
    .description('run a process in a sandbox')
    .argument('<id>', 'the id, or the first characters of it')
    .argument('<command...>', 'the program and its arguments; other users of this machine can see them')
    .option('--cwd <folder>', 'folder below the working directory (default: the working directory)')
    .option('-e, --env <name=value>', 'set a variable; repeatable', append, [])
    .option(
      '--timeout <time>',
      'kill the process after this time, such as 500ms, 30s or 2m (default: none)',
      parseDuration,
    )
    .option('--background', 'print the pid as soon as the process runs, and exit; it gets no input')
    .option(
      '--no-stdin',
      'give the process an empty stdin (default: the stdin of this command, if it is a pipe or a file)',
    )
    .option('--raw', 'pass all escape sequences to the terminal (default: colours only)')
    .option('--verbose', 'say at the end what would help a process that failed (default: only at a terminal)')
    .addHelpText(
      'after',
      `
Examples:
  strongroom sandbox exec sbxk2q -- ls -la
  cat rows.csv | strongroom sandbox exec sbxk2q -- sort -u
  strongroom sandbox exec --background sbxk2q -- python3 server.py

Options precede the program; everything after its name belongs to it. A -- before the program is optional.
Input and output are passed on byte for byte; with --json the output is text. The exit code is that of the process.
Ctrl+C sends SIGINT to the process, and a second Ctrl+C kills it.`,
    )
    .action(async (given: string, rest: string[]) => {
      const program = readProgram(command, rest);
      const flags = command.opts<Flags>();
      const tools = toolsOf(command);
      const request = readRequest(program, flags);
      const client = await tools.connector.connect();
      const id = await createSandboxFinder(client)(given);
      await inSandbox({ id, path: flags.cwd }, () =>
        flags.background
          ? startInBackground(tools, { client, id, request })
          : runInTerminal(tools, { client, id, request, flags }),
      );
    });
}

/** Reads the options between the id and the program. Returns the program with its arguments. @throws CliError `usage` */
function readProgram(command: Command, rest: string[]): string[] {
  const { operands, unknown } = command.parseOptions(rest);
  const [option] = unknown;
  if (option === '--help' || option === '-h') command.help();
  if (option !== undefined) throw new CliError('usage', `unknown option '${option}'`);
  if (operands.length > 0) return operands;
  throw new CliError('usage', 'No program is named. Write it after the id: strongroom sandbox exec ID -- ls -la');
}

function readRequest(command: string[], flags: Flags): ProcessRequest {
  return {
    command,
    ...(flags.cwd !== undefined && { cwd: flags.cwd }),
    ...(flags.env.length > 0 && { env: Object.fromEntries(flags.env.map(splitVariable)) }),
    ...(flags.timeout !== undefined && { timeoutMs: flags.timeout }),
  };
}

interface Requested {
  client: ApiClient;
  id: string;
  request: ProcessRequest;
}

async function startInBackground({ reporter }: Tools, { client, id, request }: Requested): Promise<void> {
  const body = { ...request, stdin: '', background: true };
  const { pid } = await client.call(runProcess, { params: { id }, body });
  await reporter.result({ pid }, `${pid}\n`);
}

async function runInTerminal(tools: Tools, { client, id, request, flags }: Requested & { flags: Flags }) {
  const { reporter, surroundings } = tools;
  const { stdin } = surroundings;
  const signals = forwardSignals(client, id);
  try {
    const finished = await followProcess({
      client,
      id,
      // The sandbox ends at its own limits, so the process needs none.
      request: {
        timeoutMs: sandboxLimits.timeoutMs.max,
        ...(!reporter.isJson && { outputEncoding: 'base64' }),
        ...request,
      },
      input: flags.stdin && isPiped(stdin) ? stdin : undefined,
      onStarted: signals.processIs,
      onOutput: async (stream, output) => {
        if (!reporter.isJson && !signals.isPipeBroken())
          await reporter.program(stream, output, { isRaw: flags.raw ?? false });
      },
    });
    if (signals.isPipeBroken()) {
      process.exitCode = exitCodes.brokenPipe;
      return;
    }
    await reporter.programEnded();
    if (reporter.isJson) await reporter.result(finished, '');
    else explain(tools, finished, flags);
    process.exitCode = exitCodeOfProgram(finished);
  } finally {
    signals.stop();
  }
}

function explain(
  { reporter, surroundings }: Tools,
  { status, durationMs, hints = [] }: ProcessResult,
  { verbose }: Flags,
): void {
  if (status === 'timed_out')
    reporter.say(`strongroom: killed after ${Math.round(durationMs)} ms, the time limit (--timeout)`);
  if (status === 'out_of_memory')
    reporter.say('strongroom: killed at the memory limit of the sandbox (sandbox create --memory)');
  if (!verbose && !surroundings.stderr.isTTY) return;
  for (const line of hintLines(hints, 'sandbox create')) reporter.say(`strongroom: ${line}`);
}
