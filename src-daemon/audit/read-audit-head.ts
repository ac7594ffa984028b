import { readDatabaseFile } from '../db/copy-database.ts';
import { findAuditHead } from './audit.store.ts';
import { auditHeadText } from './audit-head-text.ts';

/** The head of the chain in a database file that nobody has open, as a key store keeps it; undefined without a chain. */
export function readAuditHead(path: string, key: Uint8Array): string | undefined {
  const head = readDatabaseFile(path, key, findAuditHead);
  return head && auditHeadText({ ...head, hasItemHeads: false });
}
