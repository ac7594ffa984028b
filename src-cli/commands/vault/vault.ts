import type { Command } from 'commander';
import {
  deleteCode,
  type EncryptedCodeMetadata,
  executeCode,
  listCode,
  readCode,
  storeCode,
} from '../../../src-shared/contracts/vault.contract.ts';
import { isPassword, passwordRequirement } from '../../../src-shared/zk/password-bytes.ts';
import { openCode, sealCode, ZKOpenError } from '../../../src-shared/zk/zk-code.ts';
import { CliError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import { readText } from '../../input/read-text.ts';
import { askHidden, askNewHidden, confirm } from '../../output/ask.ts';
import { formatTable } from '../../output/table.ts';
import type { ToolsOf } from '../../toolbox.ts';
import { argon2id } from '../../vault/argon2id.ts';
import { runAndReport } from '../run/carry-run.ts';
import { findLanguage } from '../run/find-language.ts';
import { addRunOptions, parseWhole, type RunFlags, readRunOptions } from '../run/run-options.ts';

const question = 'Master password: ';

/** Adds `strongroom vault`, for scripts that this command encrypts before it sends them to the daemon. */
export function addVault(program: Command, toolsOf: ToolsOf): void {
  const vault = program
    .command('vault')
    .description('manage scripts that this command encrypts with a master password before the daemon sees them');
  addPut(vault, toolsOf);
  addGet(vault, toolsOf);
  addList(vault, toolsOf);
  addRun(vault, toolsOf);
  addRemove(vault, toolsOf);
}

/** Checks the master password before a payload is encrypted or decrypted. @throws CliError */
function requirePassword(masterPassword: string): string {
  if (!isPassword(masterPassword)) throw new CliError('usage', `The master password ${passwordRequirement}.`);
  return masterPassword;
}

function addPut(vault: Command, toolsOf: ToolsOf): void {
  const command = vault
    .command('put')
    .description('encrypt and store a file; the password is read from a prompt or stdin')
    .argument('<name>')
    .argument('<file>')
    .option('-l, --language <id>', 'language id (default: by the extension or the #! line)')
    .option('--description <text>', 'not encrypted')
    .addHelpText('after', '\nExamples:\n  strongroom vault put "nightly report" report.py')
    .action(async (name: string, file: string, flags: { language?: string; description?: string }) => {
      const { surroundings, connector, reporter } = toolsOf(command);
      const code = readText(file);
      const masterPassword = requirePassword(await askNewHidden(surroundings, question));
      const client = await connector.connect();
      const language = flags.language ?? (await findLanguage(client, file, code));
      const encryptedPayload = await sealCode(argon2id, { masterPassword, code });
      const described = flags.description === undefined ? {} : { description: flags.description };
      const stored = await client.call(storeCode, {
        params: { name },
        body: { encryptedPayload, language, ...described },
      });
      await reporter.result(stored, `${stored.name}: stored, encrypted (${stored.language})\n`);
    });
}

function addGet(vault: Command, toolsOf: ToolsOf): void {
  const command = vault
    .command('get')
    .description('decrypt a script and print it')
    .argument('<name>')
    .option('--revision <number>', 'an older revision', parseWhole)
    .addHelpText('after', '\nExamples:\n  strongroom vault get "nightly report" > report.py')
    .action(async (name: string, flags: { revision?: number }) => {
      const { surroundings, connector, reporter } = toolsOf(command);
      const masterPassword = requirePassword(await askHidden(surroundings, question));
      const client = await connector.connect();
      const stored = await client.call(readCode, { params: { name }, query: { revision: flags.revision } });
      const { encryptedPayload, ...metadata } = stored;
      const code = await openCode(argon2id, masterPassword, encryptedPayload).catch((error: unknown) => {
        if (!(error instanceof ZKOpenError)) throw error;
        throw new CliError('failed', `Not decrypted: ${error.message}.`, { exitCode: exitCodes.refused });
      });
      await reporter.document({ ...metadata, code }, code);
    });
}

function addList(vault: Command, toolsOf: ToolsOf): void {
  const command = vault
    .command('ls')
    .description('list all scripts')
    .addHelpText('after', '\nExamples:\n  strongroom vault ls')
    .action(async () => {
      const { connector, reporter } = toolsOf(command);
      const found = await (await connector.connect()).call(listCode, {});
      await reporter.result(found, found.code.length === 0 ? '' : formatList(found.code));
    });
}

function formatList(code: EncryptedCodeMetadata[]): string {
  const rows = code.map(({ name, language, revision, size, updatedAt, description }) => [
    name,
    language,
    String(revision),
    String(size),
    updatedAt,
    description,
  ]);
  return formatTable(['NAME', 'LANGUAGE', 'REVISION', 'BYTES', 'UPDATED', 'DESCRIPTION'], rows);
}

function addRun(vault: Command, toolsOf: ToolsOf): void {
  const command = vault
    .command('run')
    .description('decrypt a script in memory and run it in a sandbox')
    .argument('<name>')
    .argument('[args...]', "the program's own arguments; after -- they may begin with a dash");
  addRunOptions(command)
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom vault run "nightly report" -- --month 3\n\nThe master password is read from a prompt or stdin. Use --stdin FILE for the input of the program.',
    )
    .action(async (name: string, args: string[], flags: RunFlags) => {
      const tools = toolsOf(command);
      const { surroundings, connector } = tools;
      const masterPassword = requirePassword(await askHidden(surroundings, question));
      const { stdin } = surroundings;
      const body = { ...(await readRunOptions(flags, args, { stdin, isStdinTaken: true })), masterPassword };
      const client = await connector.connect();
      const start = () => client.stream(executeCode, { params: { name }, body });
      await runAndReport(tools, { client, start, saveTo: flags.save, isRaw: flags.raw ?? false });
    });
}

function addRemove(vault: Command, toolsOf: ToolsOf): void {
  const command = vault
    .command('rm')
    .description('delete a script with all its revisions')
    .argument('<name>')
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', '\nExamples:\n  strongroom vault rm "nightly report" --yes')
    .action(async (name: string, flags: { yes?: boolean }) => {
      const { surroundings, connector, reporter } = toolsOf(command);
      if (!flags.yes && !(await confirm(surroundings, `Delete ${name}?`))) return;
      await (await connector.connect()).call(deleteCode, { params: { name } });
      await reporter.result({ deleted: name }, '');
    });
}
