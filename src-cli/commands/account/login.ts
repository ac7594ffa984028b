import { hostname } from 'node:os';
import type { Command } from 'commander';
import {
  type Login,
  login,
  logout,
  registerWithoutKey,
  verify,
} from '../../../src-shared/contracts/accounts.contract.ts';
import { createApiKey, revokeApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { endedSandboxesText } from '../../../src-shared/formats/ended-sandboxes.ts';
import { scopes } from '../../../src-shared/scopes.ts';
import { ApiRefusal, CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { askHidden, askNewHidden, askText } from '../../output/ask.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';
import { keyIdOf } from './keys.ts';

/** Adds `strongroom login` and `logout`, which create and revoke this command's own API key in the OS keychain. */
export function addLogin(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('login')
    .description('log in on this machine; the password is read from a prompt or stdin')
    .option('--email <address>', 'e-mail of the account (default: ask for it)')
    .option('--register', 'create the account first')
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom login --register\n  strongroom login --email me@example.com < password.txt',
    )
    .action(async (flags: { email?: string; register?: boolean }) => {
      const tools = toolsOf(command);
      refuseGiven(tools);
      const email = flags.email ?? (await askText(tools.surroundings, 'E-mail: '));
      const { apiKey, user } = flags.register ? await makeAccount(tools, email) : await makeKey(tools, email);
      await forgetOld(tools);
      const store = await tools.connector.credentials.write(apiKey);
      reportKeyFile(tools, store);
      await tools.reporter.result({ user, credential: store }, `Logged in as ${user.email}.\n`);
    });
  addLogout(program, toolsOf);
}

async function makeAccount({ connector, surroundings }: Tools, email: string) {
  const password = await askNewHidden(surroundings, 'New password: ');
  const client = await connector.connectOpen();
  return keyOf(client, await client.call(registerWithoutKey, { body: { email, password } }));
}

async function makeKey({ connector, surroundings }: Tools, email: string) {
  const password = await askHidden(surroundings, 'Password: ');
  const client = await connector.connectOpen();
  return keyOf(client, await client.call(login, { body: { email, password } }));
}

/** Uses the session to create a key with every scope, because the commands manage everything. */
async function keyOf(client: ApiClient, { token, user }: Login) {
  const session = client.with(bearer(token));
  const name = `Command line on ${hostname()}`.slice(0, 100);
  const { apiKey } = await session.call(createApiKey, { body: { name, scopes: [...scopes] } });
  await session.call(logout, { body: undefined });
  return { apiKey, user };
}

function bearer(token: string) {
  return { authorization: `Bearer ${token}` };
}

/** Revokes the key of an earlier login, so that no unused key remains. */
async function forgetOld(tools: Tools): Promise<void> {
  const old = await tools.connector.credentials.read();
  if (old !== undefined) await revoke(tools, old);
}

/** Returns how many sandboxes ended with the key. */
async function revoke({ connector }: Tools, apiKey: string): Promise<number> {
  const client = (await connector.connectOpen()).with({ 'x-api-key': apiKey });
  try {
    const { sandboxesEnded } = await client.call(revokeApiKey, { params: { id: keyIdOf(apiKey) } });
    return sandboxesEnded;
  } catch (error) {
    // The key is already revoked, belongs to data that no longer exists, or its row was changed outside of the daemon (409).
    if (!(error instanceof ApiRefusal) || ![401, 404, 409].includes(error.status)) throw error;
    return 0;
  }
}

function reportKeyFile({ connector, reporter }: Tools, store: 'keychain' | 'file'): void {
  if (store === 'keychain') return;
  const { filePath } = connector.credentials;
  reporter.say(
    `No keychain answers. The key is stored in ${filePath} (0600); every program that can read this file can use the key.`,
  );
}

function addLogout(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('logout')
    .description("end this command's key and forget it")
    .addHelpText('after', '\nExamples:\n  strongroom logout')
    .action(async () => {
      const tools = toolsOf(command);
      refuseGiven(tools);
      const stored = await tools.connector.credentials.read();
      const sandboxesEnded = stored === undefined ? 0 : await revoke(tools, stored);
      await tools.connector.credentials.remove();
      const ended = endedSandboxesText(sandboxesEnded, 'key');
      const text = ended === '' ? '' : `Logged out. ${ended}\n`;
      await tools.reporter.result({ loggedOut: stored !== undefined, sandboxesEnded }, text);
    });
  addWhoami(program, toolsOf);
}

function addWhoami(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('whoami')
    .description('show the account that the commands use')
    .addHelpText('after', '\nExamples:\n  strongroom whoami --json | jq -r .user.email')
    .action(async () => {
      const { connector, reporter } = toolsOf(command);
      const found = await (await connector.connect()).call(verify, { body: {} });
      await reporter.result(found, `${found.user.email}\n`);
    });
}

/** The stored key belongs to the daemon of the data folder. @throws CliError if STRONGROOM_URL names another */
function refuseGiven({ connector }: Tools): void {
  if (connector.isGiven)
    throw new CliError('usage', 'STRONGROOM_URL is set, so no login is possible. Set STRONGROOM_API_KEY.');
}
