import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { listLanguages } from '../../../../src-shared/contracts/languages.contract.ts';
import { entityTag } from '../../../../src-shared/contracts/preconditions.ts';
import { type EncryptedCode, storeCode } from '../../../../src-shared/contracts/vault.contract.ts';
import { baseNameOf } from '../../../../src-shared/formats/code-name.ts';
import { safePathsOf } from '../../../../src-shared/formats/script-paths.ts';
import { sealCode } from '../../../../src-shared/zk/zk-code.ts';
import { zkLengths } from '../../../../src-shared/zk/zk-payload.ts';
import { CliError } from '../../../cli-error.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { exitCodes } from '../../../exit-codes.ts';
import { decodeText } from '../../../input/read-text.ts';
import { askHidden, confirm } from '../../../output/ask.ts';
import type { Surroundings } from '../../../surroundings.ts';
import type { Tools, ToolsOf } from '../../../toolbox.ts';
import { argon2id } from '../../../vault/argon2id.ts';
import { masterPasswordQuestion, requirePassword } from '../../../vault/master-password.ts';
import { openStored, readStored } from '../open-stored.ts';
import { storeOrKeep } from './keep-text.ts';
import { withPrivateFolder } from './private-folder.ts';

/** Adds `strongroom vault edit`. */
export function addEdit(vault: Command, toolsOf: ToolsOf): void {
  const command = vault
    .command('edit')
    .description('open a script in your editor, and store the changed text as a new revision')
    .argument('<name>')
    .addHelpText(
      'after',
      `
Examples:
  strongroom vault edit "nightly report"
  VISUAL="code --wait" strongroom vault edit reports/daily.py

The editor is VISUAL, EDITOR or vi. It gets a file that only you can read, in memory where the system has such a place, which is deleted in any case.
If another revision was stored in the meantime, nothing is replaced: your text is stored next to it under another name.`,
    )
    .action(async (name: string) => {
      const tools = toolsOf(command);
      const masterPassword = requirePassword(await askHidden(tools.surroundings, masterPasswordQuestion));
      const client = await tools.connector.connect();
      const stored = await readStored(client, name);
      const before = await openStored(masterPassword, stored);
      const code = await edit(tools, { client, stored, code: before });
      if (code === before) {
        await tools.reporter.result({ name, changed: false }, `${name}: not changed\n`);
        return;
      }
      const encryptedPayload = await sealCode(argon2id, { masterPassword, code });
      const { language, revision } = stored;
      await storeOrKeep({ client, stored, encryptedPayload }, async () => {
        const headers = { 'If-Match': entityTag(revision) };
        await client.call(storeCode, { params: { name }, headers, body: { language, encryptedPayload } });
      });
      await tools.reporter.result({ name, changed: true }, `${name}: stored, encrypted\n`);
    });
}

interface Editing {
  client: ApiClient;
  stored: EncryptedCode;
  code: string;
}

/** Returns the text after the editor has exited. @throws CliError */
async function edit({ surroundings }: Tools, { client, stored, code }: Editing): Promise<string> {
  const { languages } = await client.call(listLanguages, {});
  const name = baseNameOf(stored.name);
  const path = safePathsOf([{ name, language: stored.language }], languages).get(name) ?? 'script';
  return withPrivateFolder(surroundings.env, async (folder) => {
    const file = join(folder, path);
    writeFileSync(file, code, { mode: 0o600, flag: 'wx' });
    for (;;) {
      await runEditor(editorOf(surroundings.env), file);
      const [problem, text] = read(file);
      if (problem === undefined) return text;
      // The text cannot be stored like this, and is deleted when this function returns.
      if (!surroundings.stdin.isTTY || !(await confirm(surroundings, `${problem} Open the editor again?`)))
        throw new CliError('usage', `${problem} Nothing was saved.`);
    }
  });
}

function read(file: string): [problem: string, text?: undefined] | [problem: undefined, text: string] {
  const bytes = readFileSync(file);
  try {
    if (bytes.length > zkLengths.codeLimit) return ['The text is over 1 MiB, the limit of a script.'];
    return [undefined, decodeText(bytes, 'The text')];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [error.message];
  } finally {
    bytes.fill(0);
  }
}

/** Returns the command line of the user's editor. */
function editorOf({ VISUAL: visual, EDITOR: editor }: Surroundings['env']): string {
  return visual || editor || (process.platform === 'win32' ? 'notepad' : 'vi');
}

/**
 * Opens a file in the editor and waits until the editor exits. The command line of the editor can have arguments, as for Git:
 * `code --wait`.
 * @throws CliError if the editor does not start or fails
 */
async function runEditor(editor: string, file: string): Promise<void> {
  const child =
    process.platform === 'win32'
      ? spawn(`${editor} "${file}"`, { stdio: 'inherit', shell: true })
      : spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, file], { stdio: 'inherit' });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0) throw failed(editor, signal === null ? `with exit code ${code}` : `by ${signal}`);
}

function failed(editor: string, how: string): CliError {
  const message = `The editor (${editor}) ended ${how}, so nothing was saved. Set VISUAL or EDITOR to another editor if it did not start.`;
  return new CliError('failed', message, { exitCode: exitCodes.refused });
}
