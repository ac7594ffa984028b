import type { EncryptedCodeMetadata } from '../../../src-shared/contracts/vault.contract.ts';

/** Returns the metadata of a script as the daemon lists it. */
export function storedCode(name: string, more: Partial<EncryptedCodeMetadata> = {}): EncryptedCodeMetadata {
  const at = '2026-01-31T12:00:00.000Z';
  const marks = { stored: true, zeroKnowledge: true } as const;
  const times = { createdAt: at, updatedAt: at };
  return { name, language: 'python', description: '', ...marks, revision: 1, size: 1, ...times, ...more };
}
