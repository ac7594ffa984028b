import { openSync } from 'node:fs';
import { ReadStream, WriteStream } from 'node:tty';
import type { Command } from 'commander';
import { verify } from '../../../src-shared/contracts/accounts.contract.ts';
import { type ReleasedSecrets, releaseSecretValues } from '../../../src-shared/contracts/secret-values.contract.ts';
import { isMaskable } from '../../../src-shared/contracts/secrets.contract.ts';
import { readSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { ApiRefusal, CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { withSessionOf } from '../../connection/with-session.ts';
import { requireSecretName } from '../../options/secret-name.ts';
import { askHidden } from '../../output/ask.ts';
import type { Surroundings } from '../../surroundings.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';
import { requireProgram } from './require-program.ts';
import { runMasked } from './run-masked.ts';

interface Flags {
  passwordStdin?: boolean;
}

/** Adds `strongroom with`, which runs a program of this machine with secrets in its environment and masks its output. */
export function addWith(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('with')
    .description('run a program of this machine, outside of the sandbox, with secrets in its environment')
    .argument('<names...>', 'the secrets, and after -- the program with its arguments')
    .option('--password-stdin', 'read the password from stdin; the program then gets an empty input')
    .addHelpText(
      'after',
      `
Examples:
  strongroom with NPM_TOKEN -- npm publish
  strongroom with DB_USER DB_PASSWORD -- ./migrate.sh --dry-run
  strongroom with API_TOKEN -- sh -c 'curl -H "Authorization: Bearer $API_TOKEN" https://api.example.com'

It is off until you allow it: strongroom secrets release on. The password of the account is asked for each time.
The values are replaced by *** in stdout and stderr, which are pipes for the program and no terminal: programs print without
colours, and full-screen programs do not work. Stdin is that of this command. Other programs of your user can read the values
while the program runs. The exit code is the program's own.`,
    )
    .action(async (given: string[], flags: Flags) => {
      const tools = toolsOf(command);
      const { names, commandLine } = readCommandLine(given, tools.surroundings.argv);
      for (const name of names) requireSecretName(name);
      requireProgram(commandLine[0] ?? '', tools.surroundings.env);
      const secrets = await release(tools, names, flags);
      for (const { name, value } of secrets)
        if (!isMaskable(value)) tools.reporter.say(`${name} is too short to be masked in the output of the program.`);
      process.exitCode = await runMasked(tools.surroundings, { commandLine, secrets, hasInput: !flags.passwordStdin });
    });
}

/** Divides the arguments at `--`, which the parser of the options drops. @throws CliError `usage` */
function readCommandLine(
  given: readonly string[],
  argv: readonly string[],
): { names: string[]; commandLine: string[] } {
  const dashes = argv.indexOf('--', 2);
  const commandLine = dashes === -1 ? [] : argv.slice(dashes + 1);
  const names = [...new Set(given.slice(0, given.length - commandLine.length))];
  if (names.length > 0 && commandLine.length > 0) return { names, commandLine };
  throw new CliError('usage', 'Name the secrets, and the program after --: strongroom with API_TOKEN -- npm publish');
}

/** Asks for the password, and returns the values. The session that it opens for this ends before the program starts. */
async function release(tools: Tools, names: string[], flags: Flags): Promise<ReleasedSecrets['secrets']> {
  const { connector, surroundings } = tools;
  if (connector.isGiven)
    throw new CliError(
      'usage',
      'STRONGROOM_URL is set, but values are only given over the socket of the daemon of this machine. Unset it.',
    );
  const client = await connector.connect();
  await refuseWhileOff(client);
  const { email } = (await client.call(verify, { body: {} })).user;
  const password = await askOwner(surroundings, flags.passwordStdin ?? false);
  return withSessionOf(tools, { email, password }, async (session) => {
    const { secrets } = await session.call(releaseSecretValues, { body: { names, password } });
    return secrets;
  });
}

/** The daemon checks the setting itself. This saves the user from typing the password in vain. */
async function refuseWhileOff(client: ApiClient): Promise<void> {
  try {
    if ((await client.call(readSettings, {})).secrets.release) return;
  } catch (error) {
    // A key without the scope `admin` cannot read the settings.
    if (error instanceof ApiRefusal && error.status === 403) return;
    throw error;
  }
  throw new CliError(
    'not_allowed',
    'Secrets for programs of this machine are off. Allow them with: strongroom secrets release on',
  );
}

/**
 * Asks for the account's password on the terminal, because stdin belongs to the program, or reads it from stdin.
 * @throws CliError `usage` if there is no terminal
 */
async function askOwner({ stdin, stderr }: Surroundings, isPiped: boolean): Promise<string> {
  const question = 'Password: ';
  if (isPiped || stdin.isTTY) return askHidden({ stdin, stderr }, question);
  const terminal = openTerminal();
  try {
    return await askHidden({ stdin: terminal.input, stderr: stderr.isTTY ? stderr : terminal.output }, question);
  } finally {
    terminal.input.destroy();
    terminal.output.destroy();
  }
}

/** Opens the terminal of this process (tty(4)), which it can have although its streams are pipes. */
function openTerminal(): { input: ReadStream; output: WriteStream } {
  try {
    return { input: new ReadStream(openSync('/dev/tty', 'r')), output: new WriteStream(openSync('/dev/tty', 'w')) };
  } catch (cause) {
    const message =
      'There is no terminal to ask for the password. Pipe it into the command and add --password-stdin; the program then gets ' +
      'an empty input.';
    throw new CliError('usage', message, { cause });
  }
}
