import type { Command } from 'commander';
import {
  type Execution,
  execute,
  readExecution,
  readExecutionEvents,
} from '../../../src-shared/contracts/executions.contract.ts';
import { withTextOutput } from '../../../src-shared/formats/text-output.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { runAndReport } from '../../execution/carry-run.ts';
import { followRun } from '../../execution/follow-run.ts';
import { exitCodeOfProgram } from '../../exit-codes.ts';
import { findInput, streamFields } from '../../input/find-input.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';
import { findRunId, runIdHelp } from './find-run.ts';
import { durationOf, makerOf } from './run-texts.ts';

/** Adds `strongroom runs show|logs|rerun`. */
export function addShow(runs: Command, toolsOf: ToolsOf): void {
  addDetails(runs, toolsOf);
  addLogs(runs, toolsOf);
  addRerun(runs, toolsOf);
}

function addDetails(runs: Command, toolsOf: ToolsOf): void {
  const command = runs
    .command('show')
    .description('show a run: its result, and with --json also its code and output')
    .argument('<id>', runIdHelp)
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom runs show k2qX\n  strongroom runs show k2qX --json | jq -r .request.code',
    )
    .action(async (given: string) => {
      const tools = toolsOf(command);
      const { run } = await readRun(tools, given);
      await tools.reporter.result(run, detailsOf(run));
    });
}

function detailsOf(run: Execution): string {
  const { id, name = '-', createdAt, language, status, exitCode, signal, pinned, files, packages = [] } = run;
  const facts = [
    ['Id', id],
    ['Name', name],
    ['Started', createdAt],
    ['By', makerOf(run)],
    ['Language', language],
    ['Status', status],
    ...(exitCode === null ? [] : [['Exit code', String(exitCode)]]),
    ...(signal === null ? [] : [['Signal', signal]]),
    ['Duration', durationOf(run)],
    ...(packages.length === 0
      ? []
      : [['Packages', packages.map(({ name: of, version }) => `${of} ${version}`).join(', ')]]),
    ['Pinned', pinned ? 'yes' : 'no'],
    ...(files.length === 0 ? [] : [['Files', files.map(({ path }) => path).join(', ')]]),
  ];
  return facts.map(([label = '', value = '']) => `${label.padEnd(9)}  ${visibleLine(value)}\n`).join('');
}

interface LogsFlags {
  raw?: boolean;
  follow?: boolean;
}

function addLogs(runs: Command, toolsOf: ToolsOf): void {
  const command = runs
    .command('logs')
    .description('print the output of a run, and follow it until the run has ended')
    .argument('<id>', runIdHelp)
    .option('-f, --follow', 'exit with the exit code of the program, as `run` does, when the run has ended')
    .option('--raw', 'print all control sequences of the program to the terminal')
    .addHelpText('after', '\nExamples:\n  strongroom runs logs k2qX\n  strongroom runs logs -f k2qX')
    .action(async (given: string, { raw: isRaw = false, follow: isFollowed = false }: LogsFlags) => {
      const tools = toolsOf(command);
      const { reporter } = tools;
      const { client, run } = await readRun(tools, given);
      const print = (stream: 'stdout' | 'stderr', text: string | Uint8Array) =>
        reporter.isJson ? Promise.resolve() : reporter.program(stream, text, { isRaw });
      const isOver = run.status !== 'queued' && run.status !== 'running';
      const ended = isOver ? withTextOutput(run) : await follow(client, run.id, print);
      if (isFollowed) process.exitCode = exitCodeOfProgram(ended);
      if (reporter.isJson) {
        const { id, stdout, stderr } = withTextOutput(ended);
        return reporter.result({ id, stdout, stderr }, '');
      }
      if (isOver) for (const stream of ['stdout', 'stderr'] as const) await print(stream, ended[stream]);
      await reporter.programEnded();
    });
}

/** Prints the output of a run in progress from its beginning. Leaving does not cancel the run for a minute. */
function follow(
  client: ApiClient,
  id: string,
  onOutput: (stream: 'stdout' | 'stderr', output: string | Uint8Array) => Promise<void>,
) {
  const start = () => client.stream(readExecutionEvents, { params: { id } });
  return followRun({ client, start, onOutput, onStarted: () => undefined, onNetwork: () => undefined });
}

function addRerun(runs: Command, toolsOf: ToolsOf): void {
  const command = runs
    .command('rerun')
    .description('run the stored code again with its options, as a new run')
    .argument('<id>', runIdHelp)
    .addHelpText('after', '\nExamples:\n  strongroom runs rerun k2qX')
    .action(async (given: string) => {
      const tools = toolsOf(command);
      const { client, run } = await readRun(tools, given);
      if (run.request === undefined)
        throw new CliError(
          'usage',
          `The history has no code of ${run.id}: the code of scripts of the vault is not stored. Run it with: strongroom run vault:NAME`,
        );
      const { openStdin, detached, ...stored } = run.request;
      const { network } = stored;
      const input = openStdin ? findInput({ ...tools, flag: undefined, isStdinTaken: false }, network) : undefined;
      const body = { ...stored, ...streamFields(tools, input) };
      await runAndReport(tools, { client, start: () => client.stream(execute, { body }), input, network, flags: {} });
    });
}

async function readRun({ connector }: Tools, given: string): Promise<{ client: ApiClient; run: Execution }> {
  const client = await connector.connect();
  return { client, run: await client.call(readExecution, { params: { id: await findRunId(client, given) } }) };
}
