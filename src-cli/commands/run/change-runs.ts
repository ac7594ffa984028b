import type { Command } from 'commander';
import {
  deletedAtOnce,
  deleteExecutions,
  updateExecution,
} from '../../../src-shared/contracts/executions/history.contract.ts';
import { cancelExecution } from '../../../src-shared/contracts/executions.contract.ts';
import { CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { confirm } from '../../output/ask.ts';
import type { ToolsOf } from '../../toolbox.ts';
import { findRunId, runIdHelp } from './find-run.ts';

/** Adds `strongroom runs cancel|pin|unpin|rm`. */
export function addChanges(runs: Command, toolsOf: ToolsOf): void {
  const pin = (pinned: boolean) => (client: ApiClient, id: string) =>
    client.call(updateExecution, { params: { id }, body: { pinned } });
  addChange(runs, toolsOf, {
    name: 'cancel',
    description: 'cancel a run and wait until it has ended',
    change: (client, id) => client.call(cancelExecution, { params: { id } }),
  });
  addChange(runs, toolsOf, { name: 'pin', description: 'keep a run in the history', change: pin(true) });
  addChange(runs, toolsOf, { name: 'unpin', description: 'let the history remove a run again', change: pin(false) });
  addRemove(runs, toolsOf);
}

interface ChangeCommand {
  name: string;
  description: string;
  change: (client: ApiClient, id: string) => Promise<unknown>;
}

function addChange(runs: Command, toolsOf: ToolsOf, { name, description, change }: ChangeCommand): void {
  const command = runs
    .command(name)
    .description(description)
    .argument('<id>', runIdHelp)
    .addHelpText('after', `\nExamples:\n  strongroom runs ${name} k2qX`)
    .action(async (given: string) => {
      const { connector, reporter } = toolsOf(command);
      const client = await connector.connect();
      await reporter.result(await change(client, await findRunId(client, given)), '');
    });
}

function addRemove(runs: Command, toolsOf: ToolsOf): void {
  const command = runs
    .command('rm')
    .description('delete runs from the history, with their code, output and files')
    .argument('<ids...>', runIdHelp)
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', '\nExamples:\n  strongroom runs rm k2qX\n  strongroom runs rm --yes k2qX b71c')
    .action(async (given: string[], { yes = false }: { yes?: boolean }) => {
      const { surroundings, connector, reporter } = toolsOf(command);
      if (given.length > deletedAtOnce)
        throw new CliError('usage', `At most ${deletedAtOnce} runs can be deleted at once.`);
      const client = await connector.connect();
      const ids = await findAll(client, given);
      const what = ids.length === 1 ? '1 run' : `${ids.length} runs`;
      if (!yes && !(await confirm(surroundings, `Delete ${what} with code, output and files?`))) return;
      const { deleted } = await client.call(deleteExecutions, { body: { ids } });
      await reporter.result({ deleted, ids }, '');
    });
}

/** Finds all ids before the first run is deleted, so that a typing error deletes nothing. */
async function findAll(client: ApiClient, given: readonly string[]): Promise<string[]> {
  const ids = new Set<string>();
  for (const text of given) ids.add(await findRunId(client, text));
  return [...ids];
}
