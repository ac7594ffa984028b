import { type Command, Option } from 'commander';
import { runStatusNames } from '../../../src-shared/contracts/executions/execution-filter.ts';
import { runClients } from '../../../src-shared/contracts/executions/history-fields.ts';
import {
  type Execution,
  listExecutions,
  readExecutionNetwork,
} from '../../../src-shared/contracts/executions.contract.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { parseTime } from '../../input/parse-time.ts';
import { formatReport } from '../../network/report-text.ts';
import { parseWhole } from '../../options/parse-values.ts';
import { localTime } from '../../output/local-time.ts';
import { shortened, type Table } from '../../output/table.ts';
import type { ToolsOf } from '../../toolbox.ts';
import { addChanges } from './change-runs.ts';
import { findRunId, runIdHelp } from './find-run.ts';
import { durationOf, makerOf } from './run-texts.ts';
import { addShow } from './show-run.ts';

/** Adds `strongroom runs`, with the history of runs. */
export function addRuns(program: Command, toolsOf: ToolsOf): void {
  const runs = program.command('runs').description('list, show, repeat, pin and delete runs');
  addList(runs, toolsOf);
  addShow(runs, toolsOf);
  addChanges(runs, toolsOf);
  addConnections(runs, toolsOf);
}

function addList(runs: Command, toolsOf: ToolsOf): void {
  const command = runs
    .command('ls')
    .description('list runs, newest first')
    .option('--limit <number>', 'maximum number of runs', parseWhole, 20)
    .option('--search <text>', 'only runs with this text in their name, or in that of their agent or API key')
    .addOption(new Option('--status <status>', 'only runs with this status').choices(runStatusNames))
    .option('-l, --language <id>', 'only runs of this language')
    .addOption(new Option('--by <client>', 'only runs that this kind of client started').choices(runClients))
    .option('--since <time>', 'only runs from this time on: 30m, 2h or 7d ago, 2026-01-31, or ISO 8601', timeOf)
    .option('--until <time>', 'only runs that started before this time', timeOf)
    .option('--pinned', 'only pinned runs, which are marked with *')
    .option('--before <number>', 'only runs before this one: `nextBefore` of the last page (--json)', parseWhole)
    .addHelpText(
      'after',
      "\nExamples:\n  strongroom runs ls\n  strongroom runs ls --status failed --search bills\n  strongroom runs ls --by agent --since 2h\n  strongroom runs ls --json | jq -r '.executions[0].id'",
    )
    .action(async (flags: ListFlags) => {
      const { connector, reporter } = toolsOf(command);
      const page = await findRuns(await connector.connect(), flags);
      await reporter.list(page, tableOf(page.executions));
    });
}

interface ListFlags {
  limit: number;
  before?: number;
  search?: string;
  status?: string;
  language?: string;
  by?: string;
  pinned?: boolean;
  since?: string;
  until?: string;
}

const timeOf = (text: string) => parseTime(text);

/** A request examines a part of a long history, so the search continues until it ends or has enough runs. */
async function findRuns(client: ApiClient, flags: ListFlags) {
  const { limit, before, search, status, language, by, pinned, since: from, until: to } = flags;
  const filter = { search, status, language, client: by, from, to, ...(pinned && { pinned: 'true' }) };
  const executions: Execution[] = [];
  let nextBefore: number | null = null;
  let next = before;
  do {
    const rest = limit - executions.length;
    const page = await client.call(listExecutions, { query: { ...filter, limit: Math.min(rest, 200), before: next } });
    executions.push(...page.executions);
    nextBefore = page.nextBefore;
    next = nextBefore ?? undefined;
  } while (nextBefore !== null && executions.length < limit);
  return { executions, nextBefore };
}

/** A line of code can be much longer than a terminal is wide; `--json` has all of it. */
const nameWidth = 48;

function tableOf(executions: readonly Execution[]): Table {
  const rows = executions.map((execution) => {
    const { id, createdAt, language, status, name = '-', pinned } = execution;
    return [
      id,
      localTime(createdAt),
      shortened(pinned ? `* ${name}` : name, nameWidth),
      language,
      status,
      durationOf(execution),
      makerOf(execution),
    ];
  });
  const headings = ['ID', 'STARTED', 'NAME', 'LANGUAGE', 'STATUS', 'DURATION', 'BY'];
  return { headings, rows, empty: 'There are no such runs in the history.' };
}

function addConnections(runs: Command, toolsOf: ToolsOf): void {
  const command = runs
    .command('network')
    .description('show the connections and requests of a run with network rules')
    .argument('<id>', runIdHelp)
    .addHelpText(
      'after',
      "\nExamples:\n  strongroom runs network run_k2qX\n  strongroom runs network run_k2qX --json | jq '.totals[] | select(.blocked > 0)'",
    )
    .action(async (id: string) => {
      const { connector, reporter } = toolsOf(command);
      const client = await connector.connect();
      const report = await client.call(readExecutionNetwork, { params: { id: await findRunId(client, id) } });
      if (report.totals.length === 0 && !reporter.isJson)
        reporter.say('The run had no connections: it opened none, or it had no network rules.');
      await reporter.result(report, formatReport(report));
    });
}
