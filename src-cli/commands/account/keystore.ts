import type { Command } from 'commander';
import { readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { workOffline } from '../../offline/work-offline.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';
import { askKeyPassphrase, keyStoreKinds, parseKind } from './key-store-kind.ts';

/** `strongroom keystore`: where the master key is kept. */
export function addKeystore(program: Command, toolsOf: ToolsOf): void {
  const keystore = program.command('keystore').description('where the master key is kept');
  const command = keystore
    .command('move')
    .description('keep the key elsewhere from now on; the daemon must not run')
    .argument('<kind>', keyStoreKinds.join(', '), parseKind)
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom keystore move os\n  STRONGROOM_PASSPHRASE=… strongroom keystore move passphrase',
    )
    .action(async (kind: string) => {
      const tools = toolsOf(command);
      const newPassphrase = kind === 'passphrase' ? await askKeyPassphrase(tools) : undefined;
      const work = { work: 'move', kind, ...(newPassphrase && { newPassphrase }) };
      const { ok: _, ...done } = await workOffline(tools, work);
      await tools.reporter.result(done, `The key moved from "${String(done.from)}" to "${String(done.to)}"\n`);
    });
  addShow(keystore, toolsOf);
}

function addShow(keystore: Command, toolsOf: ToolsOf): void {
  const command = keystore
    .command('show')
    .description('say where it is kept')
    .addHelpText('after', '\nExamples:\n  strongroom keystore show')
    .action(async () => {
      const tools = toolsOf(command);
      const keyStore = await findKeyStore(tools);
      await tools.reporter.result({ keyStore }, `${keyStore}\n`);
    });
}

/** Without starting a daemon, which `move` would then refuse beside. */
async function findKeyStore(tools: Tools): Promise<string> {
  const { connector } = tools;
  if (connector.isGiven) return (await (await connector.connectOpen()).call(readHealth, {})).keyStore;
  return String((await workOffline(tools, { work: 'show' })).keyStore);
}
