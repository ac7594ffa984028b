import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';

/** Returns the scripts whose name, language or description contains the search text, whatever its case. */
export function searchCode(stored: readonly EncryptedCodeMetadata[], search: string): EncryptedCodeMetadata[] {
  const text = search.trim().toLowerCase();
  return stored.filter(({ name, language, description }) =>
    `${name} ${language} ${description}`.toLowerCase().includes(text),
  );
}
