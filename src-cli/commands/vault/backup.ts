import { resolve } from 'node:path';
import type { Command } from 'commander';
import { workOffline } from '../../offline/work-offline.ts';
import { askKeyPassphrase, parseKind } from '../../options/key-store-kind.ts';
import { askHidden, askNewHidden } from '../../output/ask.ts';
import type { ToolsOf } from '../../toolbox.ts';

/** Adds `strongroom backup` and `restore`, for one file with the database and its key, encrypted under a passphrase. */
export function addBackup(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('backup')
    .description('write the database and its key to a file, encrypted under a passphrase')
    .argument('<file>')
    .option('--force', 'replace an existing file')
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom backup strongroom.backup\n  strongroom backup strongroom.backup --force < passphrase.txt\n\nThe daemon may run. The backup is opened and checked before the command succeeds.',
    )
    .action(async (file: string, flags: { force?: boolean }) => {
      const tools = toolsOf(command);
      const passphrase = await askNewHidden(tools.surroundings, 'Passphrase of the backup: ');
      tools.reporter.progress('Writing and checking the backup …');
      const request = { work: 'backup' as const, file: resolve(file), passphrase, force: flags.force ?? false };
      const done = await workOffline(tools, { request });
      await tools.reporter.result(done, `${file}: ${done.bytes} bytes of data, opened and checked\n`);
    });
  addRestore(program, toolsOf);
}

interface RestoreFlags {
  keyStore?: string;
  replace?: boolean;
}

function addRestore(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('restore')
    .description('restore a backup into the data folder; stop the daemon first')
    .argument('<file>')
    .option('--key-store <kind>', 'key store for the key: os, file or passphrase (default: os)', parseKind)
    .option('--replace', 'move the existing data to a separate folder')
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom restore strongroom.backup\n  strongroom restore strongroom.backup --data-dir ./copy --key-store file',
    )
    .action(async (file: string, flags: RestoreFlags) => {
      const tools = toolsOf(command);
      const { surroundings, reporter } = tools;
      const passphrase = await askHidden(surroundings, 'Passphrase of the backup: ');
      const newPassphrase = flags.keyStore === 'passphrase' ? await askKeyPassphrase(tools) : undefined;
      const request = {
        work: 'restore' as const,
        file: resolve(file),
        passphrase,
        replace: flags.replace ?? false,
        ...(newPassphrase && { newPassphrase }),
      };
      reporter.progress('Restoring …');
      const keyStoreFlags = flags.keyStore === undefined ? [] : ['--key-store', flags.keyStore];
      const done = await workOffline(tools, { request, flags: keyStoreFlags });
      await reporter.result(done, `Restored into ${done.dataDir}; its key is in the key store "${done.keyStore}"\n`);
    });
}
