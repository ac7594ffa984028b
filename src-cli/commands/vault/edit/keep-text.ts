import { resolve } from 'node:path';
import { type EncryptedCode, storeCode } from '../../../../src-shared/contracts/vault.contract.ts';
import { baseNameOf, isCodeName } from '../../../../src-shared/formats/code-name.ts';
import { vaultExportOf } from '../../../../src-shared/formats/vault-export.ts';
import type { ZKPayload } from '../../../../src-shared/zk/zk-payload.ts';
import { ApiRefusal, CliError } from '../../../cli-error.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { exitCodes } from '../../../exit-codes.ts';
import { writePrivateFile } from '../../../output/write-private-file.ts';

interface EditedText {
  client: ApiClient;
  /** The script that was edited. */
  stored: EncryptedCode;
  /** The edited text. */
  encryptedPayload: ZKPayload;
}

/** Stores an edited text. If that fails, the text is kept, encrypted, and the error names where. @throws CliError */
export async function storeOrKeep(edited: EditedText, store: () => Promise<unknown>): Promise<void> {
  try {
    await store();
  } catch (error) {
    const isConflict = error instanceof ApiRefusal && error.code === 'precondition_failed';
    const reason = isConflict
      ? `Another revision of ${edited.stored.name} was stored since it was opened, or the script was moved or deleted. Nothing was replaced.`
      : `The text was not stored: ${error instanceof Error ? error.message : 'unknown'}`;
    const kept = isConflict ? await keepInVault(edited) : undefined;
    throw new CliError('failed', `${reason} ${kept ?? keepInFile(edited)}`, {
      exitCode: error instanceof ApiRefusal || error instanceof CliError ? error.exitCode : exitCodes.internal,
      cause: error,
    });
  }
}

const triedNames = 20;

/** Stores the text as another script. Returns undefined if the daemon refuses that as well. */
async function keepInVault({ client, stored, encryptedPayload }: EditedText): Promise<string | undefined> {
  const body = { language: stored.language, encryptedPayload };
  for (let number = 1; number <= triedNames; number++) {
    const name = `${stored.name}.edited-${number}`;
    if (!isCodeName(name)) return undefined;
    try {
      await client.call(storeCode, { params: { name }, headers: { 'If-None-Match': '*' }, body });
      return `Your text is stored as ${name}. Compare both with: strongroom vault get`;
    } catch (error) {
      const isTaken = error instanceof ApiRefusal && error.code === 'precondition_failed';
      if (!isTaken) return undefined;
    }
  }
  return undefined;
}

/** Saves the text as an encrypted export in the current folder. */
function keepInFile({ stored, encryptedPayload }: EditedText): string {
  const now = new Date().toISOString();
  const path = resolve(`${baseNameOf(stored.name)}.${now.replaceAll(/[:.]/g, '-')}.json`);
  writePrivateFile(path, `${vaultExportOf([{ ...stored, encryptedPayload }], now)}\n`, false);
  return `Your text is in ${path}, encrypted with the master password. Restore it in the interface (Vault, Import).`;
}
