import { type EncryptedCodeMetadata, readCode } from '../../../../src-shared/contracts/vault.contract.ts';
import { type ExportedCode, VaultExport, vaultExportOf } from '../../../../src-shared/formats/vault-export.ts';
import { asApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { withSealBatch } from '../../../crypto/seal-in-worker.ts';
import { saveBytes } from '../../../ui/files/save-bytes.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { useBackupNote } from '../backup/backup-state.ts';
import { forgetVaultQueries, storePayload } from '../save/store-sealed.ts';
import { runTransfer } from './transfer-store.ts';

/**
 * Saves the newest revision of every script in one file, without decryption. Scripts that the daemon refuses are listed
 * and are not in the file, which then does not count as a backup. Nothing is saved if the export is cancelled, or if the
 * daemon refuses every script.
 */
export async function saveBackup(stored: readonly EncryptedCodeMetadata[]): Promise<void> {
  const code: ExportedCode[] = [];
  const isWhole = await runTransfer({
    kind: 'export',
    items: stored,
    nameOf: ({ name }) => name,
    handle: async ({ name }) => void code.push(await call(readCode, { params: { name } })),
  });
  if (!isWhole || (code.length === 0 && stored.length > 0)) return;
  const exportedAt = new Date().toISOString();
  saveBytes(new Blob([vaultExportOf(code, exportedAt)]), `strongroom-vault-${exportedAt.slice(0, 10)}.json`);
  if (code.length === stored.length) useBackupNote.getState().change({ lastAt: Date.now() });
}

/** Saves the export, and shows why it does not start. */
export function startBackup(stored: readonly EncryptedCodeMetadata[]): void {
  saveBackup(stored).catch((error: unknown) => showToast(asApiError(error).message, 'danger'));
}

/** Returns the scripts of an export; undefined for any other file. */
export async function readBackup(file: File): Promise<ExportedCode[] | undefined> {
  if (!file.name.toLowerCase().endsWith('.json')) return undefined;
  const parsed = VaultExport.safeParse(await file.text().then(parseJson));
  return parsed.data?.code;
}

/**
 * Stores scripts of an export unchanged, each after the master password has decrypted it. One worker derives one key
 * per salt. Scripts that fail are listed in the transfer.
 */
export async function restoreBackup(
  masterPassword: string,
  chosen: readonly ExportedCode[],
  stored: readonly EncryptedCodeMetadata[],
): Promise<void> {
  const revisions = new Map(stored.map(({ name, revision }) => [name, revision]));
  await withSealBatch(masterPassword, (batch) =>
    runTransfer({
      kind: 'restore',
      items: chosen,
      nameOf: ({ name }) => name,
      handle: async ({ encryptedPayload, ...code }) => {
        await batch.open(encryptedPayload);
        const { name, language, description, network } = code;
        const sealed = { name, language, description, ...(network && { network }), encryptedPayload };
        await storePayload(sealed, revisions.get(name) ?? 'none');
      },
    }),
  );
  await forgetVaultQueries();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
