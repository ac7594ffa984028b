import { z } from 'zod';
import {
  EncryptedCode,
  type EncryptedCodeMetadata,
  readCode,
} from '../../../../src-shared/contracts/vault.contract.ts';
import { call } from '../../../client/call.ts';
import { withSealBatch } from '../../../crypto/seal-in-worker.ts';
import { saveBytes } from '../../../ui/files/save-bytes.ts';
import { forgetVaultQueries, storePayload } from '../save/store-sealed.ts';
import { runTransfer } from './transfer-store.ts';

/** The file of an export: every script as it is stored, still sealed. */
const VaultBackup = z.strictObject({
  strongroomVault: z.literal(1),
  exportedAt: z.iso.datetime(),
  code: z.array(EncryptedCode).max(100_000),
});

/**
 * Saves the newest revision of every script as one file; nothing is decrypted. One that the daemon refuses is listed and
 * is not in the file. Saves nothing if it is cancelled.
 */
export async function saveBackup(stored: readonly EncryptedCodeMetadata[]): Promise<void> {
  const code: EncryptedCode[] = [];
  const isWhole = await runTransfer({
    kind: 'export',
    items: stored,
    nameOf: ({ name }) => name,
    handle: async ({ name }) => void code.push(await call(readCode, { params: { name } })),
  });
  if (!isWhole) return;
  const exportedAt = new Date().toISOString();
  const backup: z.input<typeof VaultBackup> = { strongroomVault: 1, exportedAt, code };
  saveBytes(new Blob([JSON.stringify(backup, null, 2)]), `strongroom-vault-${exportedAt.slice(0, 10)}.json`);
}

/** What an export holds; undefined for any other file. */
export async function readBackup(file: File): Promise<EncryptedCode[] | undefined> {
  if (!file.name.toLowerCase().endsWith('.json')) return undefined;
  const parsed = VaultBackup.safeParse(await file.text().then(parseJson));
  return parsed.data?.code;
}

/**
 * Stores scripts of an export as they were sealed, each once the master password has opened it, in one worker, which
 * derives one key for each salt. Every one that is not stored is listed in the transfer.
 */
export async function restoreBackup(
  masterPassword: string,
  chosen: readonly EncryptedCode[],
  stored: readonly EncryptedCodeMetadata[],
): Promise<void> {
  const revisions = new Map(stored.map(({ name, revision }) => [name, revision]));
  await withSealBatch(masterPassword, (batch) =>
    runTransfer({
      kind: 'restore',
      items: chosen,
      nameOf: ({ name }) => name,
      handle: async ({ name, language, description, encryptedPayload }) => {
        await batch.open(encryptedPayload);
        await storePayload({ name, language, description, encryptedPayload }, revisions.get(name) ?? 'none');
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
