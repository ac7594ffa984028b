import { z } from 'zod';
import { EncryptedCode } from '../contracts/vault.contract.ts';

/** A script of an export, encrypted as stored. Exports from before these two fields do not have them. */
const ExportedCode = EncryptedCode.partial({ stored: true, zeroKnowledge: true });
export type ExportedCode = z.infer<typeof ExportedCode>;

/** The file of an encrypted export: the newest revision of scripts. */
export const VaultExport = z.strictObject({
  strongroomVault: z.literal(1),
  exportedAt: z.iso.datetime(),
  code: z.array(ExportedCode).max(100_000),
});

/** Returns the text of the file. */
export function vaultExportOf(code: readonly ExportedCode[], exportedAt: string): string {
  return JSON.stringify({ strongroomVault: 1, exportedAt, code }, null, 2);
}
