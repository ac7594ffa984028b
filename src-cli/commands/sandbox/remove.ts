import type { Command } from 'commander';
import { deleteSandbox, listSandboxes } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { ApiRefusal, CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { confirm } from '../../output/ask.ts';
import { inSandbox } from '../../sandbox/explain-refusal.ts';
import { createSandboxFinder } from '../../sandbox/find-sandbox.ts';
import type { ToolsOf } from '../../toolbox.ts';

interface Flags {
  all?: boolean;
  yes?: boolean;
}

/** Adds `strongroom sandbox rm`. */
export function addRemove(sandbox: Command, toolsOf: ToolsOf): void {
  const command = sandbox
    .command('rm')
    .description('delete sandboxes with their processes and files')
    .argument('[ids...]', 'ids, or the first characters of them')
    .option('--all', 'delete all your sandboxes')
    .option('-y, --yes', 'skip the confirmation of --all')
    .addHelpText('after', '\nExamples:\n  strongroom sandbox rm sbxk2q\n  strongroom sandbox rm --all --yes')
    .action(async (given: string[], flags: Flags) => {
      const { surroundings, connector, reporter } = toolsOf(command);
      if (given.length === 0 && !flags.all)
        throw new CliError('usage', 'No sandbox is named. Pass the ids that `sandbox ls` shows, or --all.');
      if (given.length > 0 && flags.all) throw new CliError('usage', 'Pass either ids or --all, not both.');
      const client = await connector.connect();
      const ids = flags.all ? await listIds(client) : await findIds(client, given);
      if (flags.all && ids.length > 0 && !flags.yes && !(await confirm(surroundings, question(ids.length)))) return;
      for (const id of ids) await remove(client, id, { mayBeRemoved: flags.all ?? false });
      await reporter.result({ deleted: ids }, '');
    });
}

const question = (count: number) => `Delete ${count === 1 ? '1 sandbox' : `${count} sandboxes`} with all files?`;

/** With `mayBeRemoved`, a sandbox that has ended since it was listed is not an error. */
async function remove(client: ApiClient, id: string, { mayBeRemoved }: { mayBeRemoved: boolean }): Promise<void> {
  try {
    await inSandbox({ id }, () => client.call(deleteSandbox, { params: { id } }));
  } catch (error) {
    const isRemoved = error instanceof ApiRefusal && ['sandbox_ended', 'sandbox_not_found'].includes(error.code);
    if (!mayBeRemoved || !isRemoved) throw error;
  }
}

async function listIds(client: ApiClient): Promise<string[]> {
  const { sandboxes } = await client.call(listSandboxes, {});
  return sandboxes.map(({ id }) => id);
}

/** Finds all ids before the first sandbox is deleted, so that a typing error deletes nothing. */
async function findIds(client: ApiClient, given: readonly string[]): Promise<string[]> {
  const find = createSandboxFinder(client);
  const ids: string[] = [];
  for (const text of given) ids.push(await find(text));
  return [...new Set(ids)];
}
