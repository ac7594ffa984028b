import type { Command } from 'commander';
import { renameCode } from '../../../src-shared/contracts/vault.contract.ts';
import { baseNameOf, nameInFolder } from '../../../src-shared/formats/code-name.ts';
import { withoutTrailing } from '../../../src-shared/formats/without-trailing.ts';
import { ApiRefusal } from '../../cli-error.ts';
import type { ToolsOf } from '../../toolbox.ts';
import { explainMissing } from '../../vault/explain-missing.ts';

/** Adds `strongroom vault mv`. */
export function addMove(vault: Command, toolsOf: ToolsOf): void {
  const command = vault
    .command('mv')
    .description('rename a script, or move it to a folder; its revisions and run options stay with it')
    .argument('<name>')
    .argument('<to>', 'the new name, or a folder with / at its end')
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom vault mv "nightly report" reports/nightly\n  strongroom vault mv draft.py archive/',
    )
    .action(async (name: string, to: string) => {
      const { connector, reporter } = toolsOf(command);
      const client = await connector.connect();
      const target = to.endsWith('/') ? nameInFolder(withoutTrailing(to, '/'), baseNameOf(name)) : to;
      try {
        const renamed = await client.call(renameCode, { params: { name }, body: { name: target } });
        await reporter.result(renamed, `${name} is now ${renamed.name}\n`);
      } catch (error) {
        if (!(error instanceof ApiRefusal) || error.code !== 'code_not_found') throw error;
        throw error.withMessage(await explainMissing(client, name));
      }
    });
}
