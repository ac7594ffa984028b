import { readDatabaseFile } from '../db/copy-database.ts';
import { findAuditHead } from './audit.store.ts';
import { auditHeadText } from './audit-head-text.ts';

/** Reads the head of the chain from a closed database file, formatted for the key store; undefined without a chain. */
export function readAuditHead(path: string, key: Uint8Array): string | undefined {
  const head = readDatabaseFile(path, key, findAuditHead);
  return head && auditHeadText({ ...head, hasItemHeads: false });
}
