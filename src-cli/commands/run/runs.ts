import type { Command } from 'commander';
import {
  type Execution,
  listExecutions,
  readExecutionNetwork,
} from '../../../src-shared/contracts/executions.contract.ts';
import { formatTable } from '../../output/table.ts';
import type { ToolsOf } from '../../toolbox.ts';
import { formatReport } from '../network/report-text.ts';
import { parseWhole } from './run-options.ts';

/** Adds `strongroom runs`, which lists runs and their connections. */
export function addRuns(program: Command, toolsOf: ToolsOf): void {
  const runs = program.command('runs').description('list runs and their connections');
  addList(runs, toolsOf);
  addConnections(runs, toolsOf);
}

function addList(runs: Command, toolsOf: ToolsOf): void {
  const command = runs
    .command('ls')
    .description('list runs, newest first')
    .option('--limit <number>', 'maximum number of runs', parseWhole, 20)
    .option('--before <number>', 'only runs before this one: `nextBefore` of the last page (--json)', parseWhole)
    .addHelpText('after', "\nExamples:\n  strongroom runs ls\n  strongroom runs ls --json | jq -r '.executions[0].id'")
    .action(async ({ limit, before }: { limit: number; before?: number }) => {
      const { connector, reporter } = toolsOf(command);
      const page = await (await connector.connect()).call(listExecutions, { query: { limit, before } });
      await reporter.result(page, page.executions.length === 0 ? '' : formatList(page.executions));
    });
}

function formatList(executions: readonly Execution[]): string {
  const rows = executions.map((execution) => {
    const { id, createdAt, language, status, durationMs, name = '-' } = execution;
    return [id, createdAt, shortened(name), language, status, `${Math.round(durationMs)} ms`, makerOf(execution)];
  });
  return formatTable(['ID', 'STARTED', 'NAME', 'LANGUAGE', 'STATUS', 'DURATION', 'BY'], rows);
}

/** A line of code can be much longer than a terminal is wide; `--json` has all of it. */
function shortened(name: string): string {
  const longest = 48;
  return name.length <= longest ? name : `${name.slice(0, longest - 1).toWellFormed()}…`;
}

/** Returns what started a run: `cli`, `interface`, `api (key name)`, `agent (its name)`. */
function makerOf({ startedBy, source }: Execution): string {
  if (startedBy === undefined) return source;
  const { client, name } = startedBy;
  return name === undefined || client === 'cli' || client === 'interface' ? client : `${client} (${name})`;
}

function addConnections(runs: Command, toolsOf: ToolsOf): void {
  const command = runs
    .command('network')
    .description('show the connections and requests of a run with network rules')
    .argument('<id>', 'as `runs ls` shows it')
    .addHelpText(
      'after',
      "\nExamples:\n  strongroom runs network run_k2q\n  strongroom runs network run_k2q --json | jq '.totals[] | select(.blocked > 0)'",
    )
    .action(async (id: string) => {
      const { connector, reporter } = toolsOf(command);
      const report = await (await connector.connect()).call(readExecutionNetwork, { params: { id } });
      if (report.totals.length === 0 && !reporter.isJson)
        reporter.say('The run had no connections: it opened none, or it had no network rules.');
      await reporter.result(report, formatReport(report));
    });
}
