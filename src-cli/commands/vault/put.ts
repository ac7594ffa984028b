import type { Command } from 'commander';
import type { NetworkRules } from '../../../src-shared/contracts/network/network-rules.ts';
import { storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { sealCode } from '../../../src-shared/zk/zk-code.ts';
import { CliError } from '../../cli-error.ts';
import { readText } from '../../input/read-text.ts';
import { addRuleOptions, type RuleFlags, readNetwork } from '../../network/network-options.ts';
import { askNewHidden } from '../../output/ask.ts';
import { findLanguage } from '../../project/find-language.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';
import { argon2id } from '../../vault/argon2id.ts';
import { masterPasswordQuestion, requireLength, requirePassword } from '../../vault/master-password.ts';

interface PutFlags extends RuleFlags {
  language?: string;
  description?: string;
  /** False: the stored rules are removed. */
  network: boolean;
}

/** Adds `strongroom vault put`. */
export function addPut(vault: Command, toolsOf: ToolsOf): void {
  const command = vault
    .command('put')
    .description('encrypt and store a file; the password is read from a prompt or stdin')
    .argument('<name>')
    .argument('<file>')
    .option('-l, --language <id>', 'language id (default: by the extension or the #! line)')
    .option('--description <text>', 'not encrypted');
  addRuleOptions(command)
    .option('--no-network', 'remove the network rules that are stored with it (default: keep them)')
    .addHelpText(
      'after',
      `
Examples:
  strongroom vault put "nightly report" report.py
  strongroom vault put "nightly report" report.py --secret-at API_TOKEN

Network rules are not encrypted. They hold for each run of the script that names no network.`,
    )
    .action(async (name: string, file: string, flags: PutFlags) => {
      const tools = toolsOf(command);
      const { surroundings, connector, reporter } = tools;
      const code = readText(file);
      const network = await readStoredRules(tools, flags);
      const masterPassword = requirePassword(await askNewHidden(surroundings, masterPasswordQuestion));
      const client = await connector.connect();
      await requireLength(masterPassword, client);
      const language = flags.language ?? (await findLanguage(client, file, code));
      const encryptedPayload = await sealCode(argon2id, { masterPassword, code });
      const described = flags.description === undefined ? {} : { description: flags.description };
      const body = { encryptedPayload, language, ...described, ...network };
      const stored = await client.call(storeCode, { params: { name }, body });
      await reporter.result(stored, `${stored.name}: stored, encrypted (${stored.language})\n`);
    });
}

/** Returns no field if the rules stay as they are. @throws CliError */
async function readStoredRules(
  { surroundings, connector }: Tools,
  { network: isKept, ...flags }: PutFlags,
): Promise<{ network?: NetworkRules | null }> {
  const { network } = await readNetwork(flags, { surroundings, isStdinTaken: true, connect: connector.connect });
  if (isKept) return typeof network === 'object' ? { network } : {};
  if (network === undefined) return { network: null };
  throw new CliError('usage', '--no-network removes the rules, so it cannot be used with options that set rules.');
}
