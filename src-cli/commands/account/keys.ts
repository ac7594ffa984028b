import { type Command, InvalidArgumentError } from 'commander';
import {
  type ApiKeyInfo,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from '../../../src-shared/contracts/api-keys.contract.ts';
import { CeilingHost } from '../../../src-shared/contracts/network/host-pattern.ts';
import { endedSandboxesText } from '../../../src-shared/formats/ended-sandboxes.ts';
import { type Scope, scopes } from '../../../src-shared/scopes.ts';
import { CliError } from '../../cli-error.ts';
import { confirm } from '../../output/ask.ts';
import { localTime } from '../../output/local-time.ts';
import type { Table } from '../../output/table.ts';
import type { ToolsOf } from '../../toolbox.ts';

const daysMs = 24 * 60 * 60_000;

/** Adds `strongroom keys`, which manages API keys for programs and agents. */
export function addKeys(program: Command, toolsOf: ToolsOf): void {
  const keys = program.command('keys').description('manage API keys for programs and agents');
  addList(keys, toolsOf);
  addCreate(keys, toolsOf);
  addRevoke(keys, toolsOf);
}

function addList(keys: Command, toolsOf: ToolsOf): void {
  const command = keys
    .command('ls')
    .description('list all keys, without their values')
    .addHelpText('after', '\nExamples:\n  strongroom keys ls')
    .action(async () => {
      const { connector, reporter } = toolsOf(command);
      const found = await (await connector.connect()).call(listApiKeys, {});
      await reporter.list(found, tableOf(found.apiKeys));
      if (reporter.isJson) return;
      for (const { id, name, lostRights = [] } of found.apiKeys)
        for (const sentence of lostRights) reporter.say(`Key ${id} (${name}): ${sentence}`);
    });
}

function tableOf(apiKeys: ApiKeyInfo[]): Table {
  const rows = apiKeys.map(({ id, name, scopes: granted, expiresAt, lastUsedAt }) => [
    id,
    name,
    expiresAt === null ? 'never' : localTime(expiresAt),
    lastUsedAt === null ? 'never' : localTime(lastUsedAt),
    granted.join(' '),
  ]);
  return { headings: ['ID', 'NAME', 'EXPIRES', 'LAST USED', 'SCOPES'], rows, empty: 'No API keys.' };
}

interface CreateFlags {
  scopes: Scope[];
  secrets?: string[];
  networkHost?: string[];
  expiresIn?: number;
}

function addCreate(keys: Command, toolsOf: ToolsOf): void {
  const command = keys
    .command('create')
    .description('create a key; its value is printed once')
    .argument('<name>', 'the purpose of the key')
    .requiredOption('--scopes <list>', `some of ${scopes.join(',')}`, parseScopes)
    .option('--secrets <names>', 'the only secrets that the key can use, list and change; "" for none', parseNames)
    .option(
      '--network-host <host>',
      'a host that network rules of its runs can allow, no other one; * for all; repeatable (default: as the settings allow)',
      appendHost,
    )
    .option('--expires-in <days>', 'number of days after which the key expires', parseDays)
    .addHelpText(
      'after',
      `
A key with --secrets, or without the scope secrets, sees only the runs that it made; those of others need the scope audit.
Adding packages needs the scopes packages, execute and secrets, and no --secrets: the code of packages runs in all later runs.

Examples:
  strongroom keys create editor --scopes execute
  strongroom keys create agent --scopes execute,vault --secrets API_TOKEN --expires-in 30
  strongroom keys create agent --scopes execute --secrets API_TOKEN --network-host api.example.com`,
    )
    .action(async (name: string, flags: CreateFlags) => {
      const { connector, reporter } = toolsOf(command);
      const body = {
        name,
        scopes: flags.scopes,
        ...(flags.secrets && { secretNames: flags.secrets }),
        ...(flags.networkHost && { networkHosts: flags.networkHost }),
        ...(flags.expiresIn && { expiresAt: new Date(Date.now() + flags.expiresIn * daysMs).toISOString() }),
      };
      const created = await (await connector.connect()).call(createApiKey, { body });
      if (!reporter.isJson) reporter.say(`Key ${created.id}; its value is shown only once:`);
      await reporter.result(created, `${created.apiKey}\n`);
    });
}

function addRevoke(keys: Command, toolsOf: ToolsOf): void {
  const command = keys
    .command('revoke')
    .description('revoke a key permanently')
    .argument('<id>', 'as `keys ls` shows it')
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', '\nExamples:\n  strongroom keys revoke a1b2c3d4 --yes')
    .action(async (id: string, flags: { yes?: boolean }) => {
      const { connector, reporter, surroundings } = toolsOf(command);
      if (!flags.yes && !(await confirm(surroundings, `Revoke the key ${id}?`))) return;
      const { sandboxesEnded } = await (await connector.connect()).call(revokeApiKey, { params: { id } });
      const ended = endedSandboxesText(sandboxesEnded, 'key');
      await reporter.result({ revoked: id, sandboxesEnded }, ended === '' ? '' : `The key is revoked. ${ended}\n`);
    });
}

function parseScopes(text: string): Scope[] {
  return text.split(',').map((word) => {
    const scope = scopes.find((known) => known === word.trim());
    if (scope === undefined)
      throw new InvalidArgumentError(`There is no scope "${word}". The scopes are ${scopes.join(', ')}.`);
    return scope;
  });
}

function parseNames(text: string): string[] {
  return text.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

function appendHost(text: string, earlier: string[] = []): string[] {
  const host = text.toLowerCase();
  const { error } = CeilingHost.safeParse(host);
  if (error) throw new InvalidArgumentError(`The host ${error.issues[0]?.message}.`);
  return [...earlier, host];
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 36_500)
    throw new InvalidArgumentError('Enter a whole number of days.');
  return days;
}

/** Returns the id in `srk_<id>_<secret>`. @throws CliError */
export function keyIdOf(apiKey: string): string {
  const id = apiKey.split('_')[1];
  if (id === undefined) throw new CliError('not_logged_in', 'The key is not an API key of Strongroom.');
  return id;
}
