import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { z } from 'zod';
import type {
  AuditEntry,
  AuditExportFormat,
  AuditFilter,
  AuditVerification,
} from '../../src-shared/contracts/audit.contract.ts';
import type { Actor } from '../core/actor.ts';
import type { Database } from '../db/database.ts';
import { findLastAuditSeq, listAuditRange, listAuditRows } from './audit.store.ts';
import type { ChainedRow } from './audit-chain.ts';
import { parseAuditHead } from './audit-head-text.ts';
import type { ChainCheck } from './chain-check.ts';
import { exportTexts } from './export-text.ts';
import type { RecordAudit } from './record-audit.ts';

interface AuditDeps {
  database: Database;
  recordAudit: RecordAudit;
  chainCheck: ChainCheck;
  /** Reads the text of the copied head; undefined if there is none. */
  readAnchor: () => Promise<string | undefined>;
  /** Copies the newest head to the key store. */
  copyHead: () => Promise<void>;
}

const defaultLimit = 100;
/** Number of ids of all accounts that an export reads before other requests are served. */
const sliceIds = 1000;

export type AuditListing = z.output<typeof AuditFilter> & { limit?: number | undefined; before?: number | undefined };
export type AuditExport = z.output<typeof AuditFilter> & { format?: AuditExportFormat | undefined };
export type AuditService = ReturnType<typeof createAuditService>;

/** Reads and verifies the audit log. An account can read only its own rows. */
export function createAuditService({ database, recordAudit, chainCheck, readAnchor, copyHead }: AuditDeps) {
  return {
    /** Returns one page, newest first; `nextBefore` is null on the last page. */
    list(actor: Actor, { limit = defaultLimit, before, ...filter }: AuditListing) {
      const query = { userId: actor.accountId, limit: limit + 1, before, ...timesOf(filter) };
      const rows = listAuditRows(database.read, query);
      const page = rows.slice(0, limit);
      return { logs: page.map(auditEntryOf), nextBefore: rows.length > limit ? (page.at(-1)?.seq ?? null) : null };
    },

    /** Verifies the chain of all accounts and copies its newest head if it is intact. Stops when `signal` aborts. */
    async verify(actor: Actor, signal: AbortSignal): Promise<AuditVerification> {
      const walk = await chainCheck.whole({ readAnchor: findAnchor, userId: actor.accountId, signal });
      const { result, entries, firstBadId } = walk;
      if (result === 'intact') await copyHead();
      return { verdict: result, entries, ...(firstBadId !== undefined && { firstBadId }) };
    },

    /** Reads the copied head; undefined if the key store has none or does not answer. */
    findAnchor,

    /** Verifies the rows that were written since the last verification. */
    async check(): Promise<void> {
      await chainCheck.fromCheckpoint(await findAnchor());
    },

    /** Exports all rows that match the filter, oldest first, up to the row that records this export. */
    export(actor: Actor, { format = 'jsonl', ...filter }: AuditExport) {
      const upTo = database.transaction((db) => {
        recordAudit(db, actor, { action: 'audit.export', metadata: { format } });
        return findLastAuditSeq(db);
      });
      const { mediaType } = exportTexts[format];
      const chunks = exportChunks({ userId: actor.accountId, upTo, format, ...timesOf(filter) });
      return { fileName: `strongroom-audit.${format}`, mediaType, chunks };
    },
  };

  /** Returns undefined if the key store does not answer. The result of the verification is then `unanchored`. */
  async function findAnchor() {
    const text = await readAnchor().catch(() => undefined);
    return text === undefined ? undefined : parseAuditHead(text);
  }

  async function* exportChunks(range: ExportRange): AsyncGenerator<string> {
    const { format, upTo, ...filter } = range;
    const { header, text } = exportTexts[format];
    if (header !== '') yield header;
    for (let after = 0; after < upTo; after += sliceIds) {
      const slice = { ...filter, after, upTo: Math.min(upTo, after + sliceIds) };
      const chunk = text(listAuditRange(database.read, slice).map(auditEntryOf));
      if (chunk !== '') yield chunk;
      await yieldToEventLoop();
    }
  }
}

interface ExportRange {
  userId: number;
  upTo: number;
  format: AuditExportFormat;
  action: string | undefined;
  from: number | undefined;
  to: number | undefined;
}

function timesOf({ action, from, to }: z.output<typeof AuditFilter>) {
  return {
    action,
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
  };
}

/** Returns a row as the API shows it. */
function auditEntryOf(row: ChainedRow): AuditEntry {
  return {
    id: row.seq,
    user_id: row.userId,
    action: row.action,
    resource_type: row.resourceType,
    resource_id: row.resourceId,
    ip_address: row.ipAddress,
    metadata: JSON.parse(row.metadata),
    created_at: new Date(row.createdAt).toISOString(),
  };
}
