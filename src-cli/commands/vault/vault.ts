import type { Command } from 'commander';
import { deleteCode, type EncryptedCodeMetadata, listCode } from '../../../src-shared/contracts/vault.contract.ts';
import { passArguments } from '../../command-line.ts';
import { runStored } from '../../execution/run-stored.ts';
import { describeNetwork } from '../../network/rules-text.ts';
import { parseWhole } from '../../options/parse-values.ts';
import { hintAtOwnOptions } from '../../options/program-arguments.ts';
import { addDetachOption, addRunOptions, type DetachFlag, type RunFlags } from '../../options/run-options.ts';
import { askHidden, confirm } from '../../output/ask.ts';
import { localTime } from '../../output/local-time.ts';
import type { Table } from '../../output/table.ts';
import type { ToolsOf } from '../../toolbox.ts';
import { masterPasswordQuestion, requirePassword } from '../../vault/master-password.ts';
import { addChangePassword } from './change-password.ts';
import { addEdit } from './edit/edit.ts';
import { addExport } from './export.ts';
import { addImport } from './import/import.ts';
import { addLog } from './log.ts';
import { addMove } from './move.ts';
import { openStored, readStored } from './open-stored.ts';
import { addPut } from './put.ts';

/** Adds `strongroom vault`, for scripts that this command encrypts before it sends them to the daemon. */
export function addVault(program: Command, toolsOf: ToolsOf): void {
  const vault = program
    .command('vault')
    .description('manage scripts that this command encrypts with a master password before the daemon sees them');
  addPut(vault, toolsOf);
  addGet(vault, toolsOf);
  addEdit(vault, toolsOf);
  addLog(vault, toolsOf);
  addList(vault, toolsOf);
  addRun(vault, toolsOf);
  addMove(vault, toolsOf);
  addExport(vault, toolsOf);
  addImport(vault, toolsOf);
  addChangePassword(vault, toolsOf);
  addRemove(vault, toolsOf);
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
      const masterPassword = requirePassword(await askHidden(surroundings, masterPasswordQuestion));
      const client = await connector.connect();
      const stored = await readStored(client, name, flags.revision);
      const code = await openStored(masterPassword, stored);
      const { encryptedPayload, ...metadata } = stored;
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
      await reporter.list(found, tableOf(found.code));
    });
}

function tableOf(code: EncryptedCodeMetadata[]): Table {
  const rows = code.map(({ name, language, revision, size, updatedAt, network, description }) => [
    name,
    language,
    String(revision),
    String(size),
    localTime(updatedAt),
    network === undefined ? '-' : describeNetwork(network),
    description,
  ]);
  const headings = ['NAME', 'LANGUAGE', 'REVISION', 'BYTES', 'UPDATED', 'NETWORK', 'DESCRIPTION'];
  return { headings, rows, empty: 'The vault has no scripts. Store one with: strongroom vault put NAME FILE' };
}

function addRun(vault: Command, toolsOf: ToolsOf): void {
  const command = vault
    .command('run')
    .description('decrypt a script in memory and run it in a sandbox')
    .argument('<name>')
    .argument('[args...]', "the program's own arguments: everything after the name, also with a dash");
  addDetachOption(addRunOptions(passArguments(command)))
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom vault run "nightly report" --month 3\n  strongroom vault run --allow api.example.com "nightly report"\n\nThe master password is read from a prompt or stdin. Use --stdin FILE for the input of the program. Network options replace\nthe rules that are stored with the script.',
    )
    .action(async (name: string, args: string[], flags: RunFlags & DetachFlag) => {
      const tools = toolsOf(command);
      hintAtOwnOptions(tools, command, { args, after: 'the name' });
      await runStored(tools, { name, args, flags });
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
