import { z } from 'zod';
import { EncryptedCode, type EncryptedCodeMetadata, readCode } from '../../../src-shared/vault.contract.ts';
import { call } from '../../client/call.ts';
import { saveBytes } from '../../ui/save-bytes.ts';

/** The file of an export: every code as it is stored, still sealed. */
const VaultBackup = z.strictObject({
  strongroomVault: z.literal(1),
  exportedAt: z.iso.datetime(),
  code: z.array(EncryptedCode).max(100_000),
});

/** Saves the newest revision of every code as one file; nothing is decrypted on the way. @throws ApiError */
export async function saveBackup(stored: readonly EncryptedCodeMetadata[]): Promise<void> {
  const code: EncryptedCode[] = [];
  for (const { name } of stored) code.push(await call(readCode, { params: { name } }));
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
