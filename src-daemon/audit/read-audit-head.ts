import { openEncryptedFile } from '../db/open-file.ts';
import { createConnection } from '../db/statements.ts';
import { findAuditHead } from './audit.store.ts';
import { auditHeadText } from './audit-head-text.ts';

/** The head of the chain in a database file that nobody has open, as a key store keeps it; undefined without a chain. */
export function readAuditHead(path: string, key: Uint8Array): string | undefined {
  const sqlite = openEncryptedFile(path, key);
  try {
    const head = findAuditHead(createConnection(sqlite));
    return head && auditHeadText(head);
  } finally {
    sqlite.close();
  }
}
