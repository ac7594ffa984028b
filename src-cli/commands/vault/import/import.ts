import type { Command } from 'commander';
import { listLanguages } from '../../../../src-shared/contracts/languages.contract.ts';
import { type EncryptedCodeMetadata, listCode } from '../../../../src-shared/contracts/vault.contract.ts';
import { codeNameRule, isCodeName } from '../../../../src-shared/formats/code-name.ts';
import type { ExportedCode } from '../../../../src-shared/formats/vault-export.ts';
import { deriveCodeKey, sealCodeWith } from '../../../../src-shared/zk/zk-code.ts';
import { CliError } from '../../../cli-error.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { exitCodes } from '../../../exit-codes.ts';
import { askHidden, askNewHidden } from '../../../output/ask.ts';
import type { Tools, ToolsOf } from '../../../toolbox.ts';
import { argon2id } from '../../../vault/argon2id.ts';
import { masterPasswordQuestion, requireLength, requirePassword } from '../../../vault/master-password.ts';
import { type LeftOut, planImport } from './plan-import.ts';
import { openAll, planRestore, readExport } from './read-export.ts';
import { listSources } from './source-files.ts';
import { type StoredScript, storeAll } from './store-all.ts';

interface Flags {
  into?: string;
  replace?: boolean;
  language?: string;
  dryRun?: boolean;
}

/** Adds `strongroom vault import`, the counterpart of `vault export`. */
export function addImport(vault: Command, toolsOf: ToolsOf): void {
  const command = vault
    .command('import')
    .description('encrypt and store a file or the files of a folder, or restore an encrypted export')
    .argument('<path>', 'a file, a folder, or the .json file of `vault export`')
    .option('--into <folder>', 'folder of the vault that the scripts get')
    .option('--replace', 'store scripts whose name is taken as the next revision (default: leave them out)')
    .option('-l, --language <id>', 'language of files whose language is unknown (default: leave them out)')
    .option('--dry-run', 'only list what would be stored and left out')
    .addHelpText(
      'after',
      `
Examples:
  strongroom vault import scripts --dry-run
  strongroom vault import scripts --into team
  strongroom vault import vault.json

The path of a file in the folder is the name of its script. What .gitignore and .strongroomignore files name, .env files and
version control are left out. Nothing is replaced without --replace. Every file that is left out is listed with the
reason; the exit code is 65 if one of them is a script.`,
    )
    .action(async (path: string, flags: Flags) => {
      const tools = toolsOf(command);
      const exported = readExport(path);
      requireOptions(flags, exported !== undefined);
      const client = await tools.connector.connect();
      const { code: stored } = await client.call(listCode, {});
      const work = { client, stored, flags };
      await (exported === undefined ? importFiles(tools, path, work) : restore(tools, exported, work));
    });
}

interface Work {
  client: ApiClient;
  stored: readonly EncryptedCodeMetadata[];
  flags: Flags;
}

function requireOptions({ into, language }: Flags, isExport: boolean): void {
  if (into !== undefined && !isCodeName(into))
    throw new CliError('usage', `${into} cannot be a folder of the vault. Its name ${codeNameRule}.`);
  if (isExport && (into !== undefined || language !== undefined))
    throw new CliError('usage', 'Scripts of an export keep their names and languages. Remove --into and --language.');
}

async function importFiles(tools: Tools, path: string, { client, stored, flags }: Work): Promise<void> {
  const { files, notes } = listSources(path);
  const { languages } = await client.call(listLanguages, {});
  const { into = '', replace = false, language } = flags;
  const { scripts, leftOut } = planImport(files, { into, replaces: replace, language, stored, languages });
  for (const note of notes) tools.reporter.say(`${note}.`);
  if (flags.dryRun || scripts.length === 0) return report(tools, { stored: scripts.map(asStored), leftOut, flags });
  const masterPassword = requirePassword(await askNewHidden(tools.surroundings, masterPasswordQuestion));
  await requireLength(masterPassword, client);
  // One key for all: deriving it takes most of the time.
  const key = await deriveCodeKey(argon2id, masterPassword);
  try {
    const storable = scripts.map(({ code, language: own, ...script }) => ({
      ...script,
      seal: async () => ({ language: own, encryptedPayload: sealCodeWith(key, code) }),
    }));
    const done = await storeAll(tools, client, storable);
    await report(tools, { stored: done.stored, leftOut: [...leftOut, ...done.leftOut], flags });
  } finally {
    key.encryptionKey.fill(0);
  }
}

async function restore(
  tools: Tools,
  exported: readonly ExportedCode[],
  { client, stored, flags }: Work,
): Promise<void> {
  const { scripts, leftOut } = planRestore(exported, { replaces: flags.replace ?? false, stored });
  if (flags.dryRun || scripts.length === 0)
    return report(tools, { stored: scripts.map((code) => asStored({ file: code.name, ...code })), leftOut, flags });
  const masterPassword = requirePassword(await askHidden(tools.surroundings, masterPasswordQuestion));
  const { storable, wipe } = openAll(masterPassword, scripts);
  try {
    const done = await storeAll(tools, client, storable);
    await report(tools, { stored: done.stored, leftOut: [...leftOut, ...done.leftOut], flags });
  } finally {
    wipe();
  }
}

const asStored = ({ file, name, replaced }: { file: string; name: string; replaced: number | undefined }) => ({
  ...{ file, name },
  isNew: replaced === undefined,
});

interface Outcome {
  stored: readonly StoredScript[];
  leftOut: readonly LeftOut[];
  flags: Flags;
}

/** Prints what was stored, and says every file that was not. */
async function report({ reporter }: Tools, { stored, leftOut, flags }: Outcome): Promise<void> {
  const lines = stored.map(({ file, name, isNew }) => `${file} -> ${name}${isNew ? '' : ' (next revision)'}\n`);
  if (!reporter.isJson) {
    for (const { file, reason } of leftOut) reporter.say(`${file} was left out: ${reason}.`);
    const count = stored.length === 1 ? '1 script' : `${stored.length} scripts`;
    lines.push(`${flags.dryRun ? 'Would store' : 'Stored, encrypted'}: ${count}\n`);
  }
  const facts = leftOut.map(({ file, reason }) => ({ file, reason }));
  await reporter.result({ stored, leftOut: facts, dryRun: flags.dryRun ?? false }, lines.join(''));
  if (leftOut.some(({ isNoScript }) => isNoScript !== true)) process.exitCode = exitCodes.refused;
}
