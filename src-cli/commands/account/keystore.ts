import type { Command } from 'commander';
import { readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { type KeyStoreKind, keyStoreKinds } from '../../../src-shared-node/offline-protocol.ts';
import { workOffline } from '../../offline/work-offline.ts';
import { askKeyPassphrase, parseKind } from '../../options/key-store-kind.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';

/** Adds `strongroom keystore`, which shows and changes the key store of the master key. */
export function addKeystore(program: Command, toolsOf: ToolsOf): void {
  const keystore = program.command('keystore').description('show or change the key store of the master key');
  const command = keystore
    .command('move')
    .description('move the key to another key store; stop the daemon first')
    .argument('<kind>', keyStoreKinds.join(', '), parseKind)
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom keystore move os\n  STRONGROOM_PASSPHRASE=… strongroom keystore move passphrase',
    )
    .action(async (kind: KeyStoreKind) => {
      const tools = toolsOf(command);
      const newPassphrase = kind === 'passphrase' ? await askKeyPassphrase(tools) : undefined;
      const request = { work: 'move' as const, kind, ...(newPassphrase && { newPassphrase }) };
      const moved = await workOffline(tools, { request });
      await tools.reporter.result(moved, `The key moved from "${moved.from}" to "${moved.to}"\n`);
    });
  addShow(keystore, toolsOf);
}

function addShow(keystore: Command, toolsOf: ToolsOf): void {
  const command = keystore
    .command('show')
    .description('show the key store')
    .addHelpText('after', '\nExamples:\n  strongroom keystore show')
    .action(async () => {
      const tools = toolsOf(command);
      const keyStore = await findKeyStore(tools);
      await tools.reporter.result({ keyStore }, `${keyStore}\n`);
    });
}

/** Does not start a daemon, because `move` fails while a daemon runs. */
async function findKeyStore(tools: Tools): Promise<string> {
  const { connector } = tools;
  if (connector.isGiven) return (await (await connector.connectOpen()).call(readHealth, {})).keyStore;
  return (await workOffline(tools, { request: { work: 'show' } })).keyStore;
}
