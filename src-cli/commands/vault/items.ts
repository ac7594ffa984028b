import type { Command } from 'commander';
import { verify } from '../../../src-shared/contracts/accounts.contract.ts';
import {
  acceptItems,
  itemKinds,
  listRolledBackItems,
  type RolledBackItem,
} from '../../../src-shared/contracts/items.contract.ts';
import { CliError } from '../../cli-error.ts';
import { withSession } from '../../connection/with-session.ts';
import { askText } from '../../output/ask.ts';
import { formatTable } from '../../output/table.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';

/** Adds `strongroom items`, which lists items that were changed outside of the daemon, and accepts them. */
export function addItems(program: Command, toolsOf: ToolsOf): void {
  const items = program
    .command('items')
    .description('review secrets, scripts and keys that were changed outside of the daemon');
  addList(items, toolsOf);
  addAccept(items, toolsOf);
}

function addList(items: Command, toolsOf: ToolsOf): void {
  const command = items
    .command('ls')
    .description('list the items that are refused because they were changed outside of the daemon')
    .addHelpText('after', '\nExamples:\n  strongroom items ls')
    .action(async () => {
      const { connector, reporter } = toolsOf(command);
      const found = await (await connector.connect()).call(listRolledBackItems, {});
      await reporter.result(
        found,
        found.items.length === 0 ? 'No item was changed outside of the daemon.\n' : listText(found.items),
      );
    });
}

function listText(items: readonly RolledBackItem[]): string {
  const rows = items.map(({ kind, name, id, version, fault }) => [kind, name, id, String(version), fault]);
  return formatTable(['KIND', 'NAME', 'ID', 'VERSION', 'FAULT'], rows);
}

interface AcceptFlags {
  email?: string;
  all?: boolean;
}

function addAccept(items: Command, toolsOf: ToolsOf): void {
  const command = items
    .command('accept')
    .description('accept one or all of them as they are now; the password is read from a prompt or stdin')
    .argument('[kind]', itemKinds.join(', '))
    .argument('[name]', 'its name or id, as `items ls` shows it')
    .option('--all', 'accept all items of `items ls`')
    .option('--email <address>', "e-mail of the account, if this command's own key is refused")
    .addHelpText('after', '\nExamples:\n  strongroom items accept secret API_TOKEN\n  strongroom items accept --all')
    .action(async (kind: string | undefined, name: string | undefined, flags: AcceptFlags) => {
      if ((flags.all === true) === (kind !== undefined && name !== undefined))
        throw new CliError('usage', 'Name the kind and the name of one item, or use --all.');
      const tools = toolsOf(command);
      const isChosen = (item: RolledBackItem) =>
        flags.all === true || (item.kind === kind && (item.name === name || item.id === name));
      const accepted = await acceptChosen(tools, { email: await emailOf(tools, flags), isChosen });
      await tools.reporter.result({ accepted }, `${listText(accepted)}Accepted as they are now: ${accepted.length}.\n`);
    });
}

/** Returns the account of this command's key, unless that key is one of the refused items. */
async function emailOf({ connector, surroundings }: Tools, { email }: AcceptFlags): Promise<string> {
  if (email !== undefined) return email;
  try {
    return (await (await connector.connect()).call(verify, { body: {} })).user.email;
  } catch (error) {
    if (!surroundings.stdin.isTTY) throw error;
    return askText(surroundings, 'E-mail: ');
  }
}

function acceptChosen(
  tools: Tools,
  { email, isChosen }: { email: string; isChosen: (item: RolledBackItem) => boolean },
): Promise<RolledBackItem[]> {
  return withSession(tools, email, async (session, password) => {
    const chosen = (await session.call(listRolledBackItems, {})).items.filter(isChosen);
    if (chosen.length === 0)
      throw new CliError('usage', 'There is no such item to accept. Run "strongroom items ls" to list them.');
    const items = chosen.map(({ kind, id, digest }) => ({ kind, id, digest }));
    await session.call(acceptItems, { body: { password, items } });
    return chosen;
  });
}
