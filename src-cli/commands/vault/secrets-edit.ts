import type { Command } from 'commander';
import { verify } from '../../../src-shared/contracts/accounts.contract.ts';
import { editSecret, type SecretMetadata, type SecretPatch } from '../../../src-shared/contracts/secrets.contract.ts';
import { ApiRefusal, CliError } from '../../cli-error.ts';
import { withSession } from '../../connection/with-session.ts';
import { requireSecretName } from '../../options/secret-name.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';
import { addSecretHostOptions, readSecretHosts, type SecretHostFlags } from './secret-hosts.ts';

interface EditFlags extends SecretHostFlags {
  description?: string;
}

/** Adds `strongroom secrets edit`, which changes a secret without its value. */
export function addSecretsEdit(secrets: Command, toolsOf: ToolsOf): void {
  const command = secrets
    .command('edit')
    .description('change the description or the hosts of a secret, without its value')
    .argument('<name>')
    .option('--description <text>', 'the purpose of the secret');
  addSecretHostOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  strongroom secrets edit API_TOKEN --description "read-only, expires in May"
  strongroom secrets edit API_TOKEN --host api.example.com --host eu.example.com
  strongroom secrets edit API_TOKEN --no-hosts

The hosts replace the present ones. Adding hosts or positions to a secret with hosts, or removing all of them, asks for the password, because an API key cannot do it.`,
    )
    .action(async (name: string, flags: EditFlags) => {
      const tools = toolsOf(command);
      requireSecretName(name);
      const { description } = flags;
      const body: SecretPatch = { ...(description !== undefined && { description }), ...readSecretHosts(flags) };
      if (Object.keys(body).length === 0)
        throw new CliError('usage', 'Name what changes: --description, --host or --no-hosts.');
      const kept = await edit(tools, name, body);
      await tools.reporter.result(kept, `${name}: version ${kept.version}\n`);
    });
}

/** Changes the secret with the API key, or with a session if the change needs one. */
async function edit(tools: Tools, name: string, body: SecretPatch): Promise<SecretMetadata> {
  const client = await tools.connector.connect();
  const input = { params: { name }, body };
  try {
    return await client.call(editSecret, input);
  } catch (error) {
    if (!needsSession(error)) throw error;
    const { user } = await client.call(verify, { body: {} });
    tools.reporter.say('More hosts could get the value, so this needs the password of your account.');
    return withSession(tools, user.email, (session) => session.call(editSecret, input));
  }
}

function needsSession(error: unknown): boolean {
  return (
    error instanceof ApiRefusal &&
    error.code === 'forbidden' &&
    error.details?.some(({ path }) => path === 'hosts') === true
  );
}
