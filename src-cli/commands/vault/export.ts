import type { Command } from 'commander';
import { listLanguages } from '../../../src-shared/contracts/languages.contract.ts';
import {
  type EncryptedCode,
  type EncryptedCodeMetadata,
  listCode,
} from '../../../src-shared/contracts/vault.contract.ts';
import { safePathsOf } from '../../../src-shared/formats/script-paths.ts';
import { vaultExportOf } from '../../../src-shared/formats/vault-export.ts';
import { zipProblem, zipTimeOf } from '../../../src-shared/formats/zip-limits.ts';
import { CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { exitCodes } from '../../exit-codes.ts';
import { askHidden, confirm } from '../../output/ask.ts';
import { requireFree, writePrivateFile } from '../../output/write-private-file.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';
import { explainMissing } from '../../vault/explain-missing.ts';
import { masterPasswordQuestion, requirePassword } from '../../vault/master-password.ts';
import { openStored, readStored } from './open-stored.ts';

interface ExportFlags {
  plain?: boolean;
  force?: boolean;
  yes?: boolean;
}

/** Adds `strongroom vault export`, in the formats of the interface. */
export function addExport(vault: Command, toolsOf: ToolsOf): void {
  const command = vault
    .command('export')
    .description('save scripts in one file: encrypted as stored, or with --plain as a zip')
    .argument('<file>')
    .argument('[names...]', 'names of scripts (default: all)')
    .option('--plain', 'decrypt the scripts and save them as files of a zip, which is NOT encrypted')
    .option('--force', 'replace an existing file')
    .option('-y, --yes', 'skip the confirmation of --plain')
    .addHelpText(
      'after',
      `
Examples:
  strongroom vault export vault.json
  strongroom vault export --plain reports.zip reports/daily.py reports/weekly.py

The file has the newest revision of each script. Restore an encrypted export with vault import or in the interface (Vault, Import). It needs the master password that encrypts its scripts.`,
    )
    .action(async (file: string, names: string[], flags: ExportFlags) => {
      const tools = toolsOf(command);
      requireFree(file, flags.force ?? false);
      const client = await tools.connector.connect();
      const scripts = await chooseScripts(client, names);
      const save = flags.plain ? exportZip : exportEncrypted;
      const isSaved = await save(tools, client, { file, scripts, flags });
      if (!isSaved) return;
      const saved = scripts.map(({ name }) => name);
      await tools.reporter.result({ file, scripts: saved }, `${file}: ${countOf(saved)}\n`);
    });
}

interface Export {
  file: string;
  scripts: readonly EncryptedCodeMetadata[];
  flags: ExportFlags;
}

async function chooseScripts(client: ApiClient, names: readonly string[]): Promise<readonly EncryptedCodeMetadata[]> {
  const { code } = await client.call(listCode, {});
  if (code.length === 0) throw new CliError('usage', 'The vault has no scripts, so there is nothing to export.');
  const missing = names.find((name) => !code.some((stored) => stored.name === name));
  if (missing !== undefined) throw new CliError('usage', await explainMissing(client, missing));
  return names.length === 0 ? code : code.filter(({ name }) => names.includes(name));
}

/** Reads scripts one after the other, as stored. */
async function* readAll(
  { reporter }: Tools,
  client: ApiClient,
  scripts: Export['scripts'],
): AsyncGenerator<EncryptedCode> {
  for (const [index, { name }] of scripts.entries()) {
    reporter.progress(`Reading ${index + 1} of ${scripts.length} …`);
    yield await readStored(client, name);
  }
  reporter.progress(undefined);
}

async function exportEncrypted(tools: Tools, client: ApiClient, { file, scripts, flags }: Export): Promise<true> {
  const code: EncryptedCode[] = [];
  for await (const stored of readAll(tools, client, scripts)) code.push(stored);
  writePrivateFile(file, `${vaultExportOf(code, new Date().toISOString())}\n`, flags.force ?? false);
  return true;
}

/** Returns false if the user does not agree. Nothing is saved if a script cannot be decrypted. */
async function exportZip(tools: Tools, client: ApiClient, { file, scripts, flags }: Export): Promise<boolean> {
  const problem = zipProblem(scripts);
  if (problem !== undefined) throw new CliError('usage', problem);
  const question = `${file} will not be encrypted: every program and user that can read it reads the code of ${countOf(scripts)}. Continue?`;
  if (!flags.yes && !(await confirm(tools.surroundings, question))) return false;
  const masterPassword = requirePassword(await askHidden(tools.surroundings, masterPasswordQuestion));
  const { languages } = await client.call(listLanguages, {});
  const paths = safePathsOf(scripts, languages);
  const files: Record<string, [Uint8Array, { mtime: number }]> = {};
  const failed: string[] = [];
  for await (const stored of readAll(tools, client, scripts)) {
    const code = await openStored(masterPassword, stored).catch((error: unknown) => {
      if (!(error instanceof CliError)) throw error;
      failed.push(stored.name);
    });
    const path = paths.get(stored.name) ?? stored.name;
    if (code !== undefined)
      files[path] = [new TextEncoder().encode(code), { mtime: zipTimeOf(Date.parse(stored.updatedAt)) }];
  }
  if (failed.length > 0) throw notDecrypted(failed);
  const { zipSync } = await import('fflate');
  writePrivateFile(file, zipSync(files), flags.force ?? false);
  return true;
}

function notDecrypted(names: readonly string[]): CliError {
  const message = `The master password does not decrypt ${names.join(', ')}; nothing was saved. Name the scripts to export that it decrypts.`;
  return new CliError('failed', message, { exitCode: exitCodes.refused });
}

const countOf = ({ length }: readonly unknown[]) => (length === 1 ? '1 script' : `${length} scripts`);
