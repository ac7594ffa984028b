import type { Command } from 'commander';
import {
  deleteSecret,
  listSecrets,
  putSecret,
  type SecretMetadata,
  unguessableBytes,
} from '../../../src-shared/contracts/secrets.contract.ts';
import { CliError } from '../../cli-error.ts';
import { readAllText } from '../../input/read-text.ts';
import { requireSecretName } from '../../options/secret-name.ts';
import { askHidden, confirm } from '../../output/ask.ts';
import { localTime } from '../../output/local-time.ts';
import type { Table } from '../../output/table.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';
import { addSecretHostOptions, readSecretHosts, type SecretHostFlags } from './secret-hosts.ts';
import { addSecretsEdit } from './secrets-edit.ts';
import { addImport } from './secrets-import.ts';
import { addSecretsRelease } from './secrets-release.ts';

/** Adds `strongroom secrets`. Values are read from a prompt or stdin, and are never printed. */
export function addSecrets(program: Command, toolsOf: ToolsOf): void {
  const secrets = program
    .command('secrets')
    .description('manage variables that programs receive and that are never printed');
  addSet(secrets, toolsOf);
  addSecretsEdit(secrets, toolsOf);
  addList(secrets, toolsOf);
  addRemove(secrets, toolsOf);
  addImport(secrets, toolsOf);
  addSecretsRelease(secrets, toolsOf);
}

interface SetFlags extends SecretHostFlags {
  description?: string;
  keepNewline?: boolean;
}

function addSet(secrets: Command, toolsOf: ToolsOf): void {
  const command = secrets
    .command('set')
    .description('store a secret; its value is read from a prompt or stdin')
    .argument('<name>', 'the name of its environment variable')
    .option('--description <text>', 'the purpose of the secret')
    .option('--keep-newline', 'keep the newline at the end of stdin (default: remove it)');
  addSecretHostOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  strongroom secrets set API_TOKEN
  strongroom secrets set SSH_KEY --keep-newline < id_ed25519
  strongroom secrets set API_TOKEN --host api.example.com
  strongroom secrets set MAP_KEY --host maps.example.com --in query:key

The value of a secret with hosts never enters a sandbox. A later \`secrets set\` without these options keeps the hosts.`,
    )
    .action(async (name: string, flags: SetFlags) => {
      const tools = toolsOf(command);
      requireSecretName(name);
      const hosts = readSecretHosts(flags);
      const value = await readValue(tools, flags.keepNewline ?? false);
      const client = await tools.connector.connect();
      const description = flags.description === undefined ? {} : { description: flags.description };
      const body = { value, ...description, ...hosts };
      const kept = await client.call(putSecret, { params: { name }, body });
      if (kept.masked === false) tools.reporter.say(`${name} is too short to be masked in the output of programs.`);
      if (kept.guessable === true)
        tools.reporter.say(
          `${name} has less than ${unguessableBytes} bytes: a program that may use it can guess it, because masking shows ` +
            'which guess of a whole value is right. Use a longer random value.',
        );
      await tools.reporter.result(kept, `${name}: version ${kept.version}\n`);
    });
}

async function readValue({ surroundings }: Tools, keepNewline: boolean): Promise<string> {
  const { stdin } = surroundings;
  if (stdin.isTTY) return askHidden(surroundings, 'Value: ');
  const text = await readAllText(stdin);
  const value = keepNewline ? text : text.replace(/\r?\n$/, '');
  if (value === '') throw new CliError('usage', 'stdin has no value. Pipe the value into the command.');
  return value;
}

function addList(secrets: Command, toolsOf: ToolsOf): void {
  const command = secrets
    .command('ls')
    .description('list names, versions, hosts and descriptions, without values')
    .addHelpText(
      'after',
      "\nExamples:\n  strongroom secrets ls\n  strongroom secrets ls --json | jq -r '.secrets[].name'",
    )
    .action(async () => {
      const { connector, reporter } = toolsOf(command);
      const found = await (await connector.connect()).call(listSecrets, {});
      await reporter.list(found, tableOf(found.secrets));
    });
}

function tableOf(secrets: SecretMetadata[]): Table {
  const rows = secrets.map(({ name, version, lastUsedAt, description, injected, hosts }) => [
    name,
    String(version),
    injected === false ? 'not given to runs' : lastUsedAt === null ? 'never' : localTime(lastUsedAt),
    hosts?.map(({ host }) => host).join(' ') || '-',
    description,
  ]);
  const headings = ['NAME', 'VERSION', 'LAST USED', 'HOSTS', 'DESCRIPTION'];
  return { headings, rows, empty: 'No secrets. Store one with: strongroom secrets set NAME' };
}

function addRemove(secrets: Command, toolsOf: ToolsOf): void {
  const command = secrets
    .command('rm')
    .description('delete a secret permanently')
    .argument('<name>')
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', '\nExamples:\n  strongroom secrets rm API_TOKEN --yes')
    .action(async (name: string, flags: { yes?: boolean }) => {
      const { surroundings, connector, reporter } = toolsOf(command);
      if (!flags.yes && !(await confirm(surroundings, `Delete ${name}?`))) return;
      await (await connector.connect()).call(deleteSecret, { params: { name } });
      await reporter.result({ deleted: name }, '');
    });
}
