import type { ReadableDb, WritableDb } from '../db/database.ts';
import type { ChainedRow } from './audit-chain.ts';

export interface AuditHead {
  seq: number;
  mac: Uint8Array;
}

export interface AuditQuery {
  userId: number;
  limit: number;
  /** Only rows with a smaller seq. */
  before?: number | undefined;
  action?: string | undefined;
  /** Epoch ms, inclusive. */
  from?: number | undefined;
  /** Epoch ms, exclusive. */
  to?: number | undefined;
}

const columns = `seq, user_id AS userId, action, resource_type AS resourceType, resource_id AS resourceId,
                 ip_address AS ipAddress, metadata, created_at AS createdAt, item_kind AS itemKind, item_id AS itemId,
                 item_version AS itemVersion, item_digest AS itemDigest`;

export function insertAuditRow(db: WritableDb, row: ChainedRow & { previousMac: Uint8Array; mac: Uint8Array }): void {
  db.run(
    `INSERT INTO audit_log
       (seq, user_id, action, resource_type, resource_id, ip_address, metadata, created_at,
        item_kind, item_id, item_version, item_digest, previous_mac, mac)
     VALUES
       (:seq, :userId, :action, :resourceType, :resourceId, :ipAddress, :metadata, :createdAt,
        :itemKind, :itemId, :itemVersion, :itemDigest, :previousMac, :mac)`,
    row,
  );
}

export function findAuditHead(db: ReadableDb): AuditHead | undefined {
  return db.get<AuditHead>('SELECT seq, mac FROM audit_head WHERE only = 1');
}

export function putAuditHead(db: WritableDb, head: AuditHead): void {
  db.run(
    `INSERT INTO audit_head (only, seq, mac) VALUES (1, :seq, :mac)
     ON CONFLICT (only) DO UPDATE SET seq = excluded.seq, mac = excluded.mac`,
    head,
  );
}

/** Row with the MACs that link it to the previous row. */
export type ChainLink = ChainedRow & { previousMac: Uint8Array; mac: Uint8Array };

export function findAuditMac(db: ReadableDb, seq: number): Uint8Array | undefined {
  return db.get<{ mac: Uint8Array }>('SELECT mac FROM audit_log WHERE seq = ?', [seq])?.mac;
}

/** Returns the last `seq`; 0 if there is no row. */
export function findLastAuditSeq(db: ReadableDb): number {
  return db.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM audit_log')?.seq ?? 0;
}

/** Lists the rows of all accounts, in the order of the chain. */
export function listChainLinks(db: ReadableDb, slice: { after: number; upTo: number; limit: number }): ChainLink[] {
  return db.all<ChainLink>(
    `SELECT ${columns}, previous_mac AS previousMac, mac FROM audit_log
     WHERE seq > :after AND seq <= :upTo ORDER BY seq LIMIT :limit`,
    slice,
  );
}

/** Lists the rows that changed an item, in the order of the chain. */
export function listItemLinks(db: ReadableDb, slice: { after: number; upTo: number; limit: number }): ChainLink[] {
  return db.all<ChainLink>(
    `SELECT ${columns}, previous_mac AS previousMac, mac FROM audit_log INDEXED BY audit_log_item_rows
     WHERE item_kind IS NOT NULL AND seq > :after AND seq <= :upTo ORDER BY seq LIMIT :limit`,
    slice,
  );
}

/** Last verified row of the chain: its MAC, the number of rows up to it that changed an item, and a MAC over all of this. */
export interface CheckpointRow {
  seq: number;
  mac: Uint8Array;
  itemRows: number;
  seal: Uint8Array;
}

export function findCheckpoint(db: ReadableDb): CheckpointRow | undefined {
  return db.get<CheckpointRow>('SELECT seq, mac, item_rows AS itemRows, seal FROM audit_checkpoint WHERE only = 1');
}

export function putCheckpoint(db: WritableDb, row: CheckpointRow): void {
  db.run(
    `INSERT INTO audit_checkpoint (only, seq, mac, item_rows, seal) VALUES (1, :seq, :mac, :itemRows, :seal)
     ON CONFLICT (only) DO UPDATE SET
       seq = excluded.seq, mac = excluded.mac, item_rows = excluded.item_rows, seal = excluded.seal`,
    row,
  );
}

/** Lists the matching rows with `after` < seq <= `upTo`, oldest first. The distance of the two bounds the work. */
export function listAuditRange(
  db: ReadableDb,
  range: Omit<AuditQuery, 'limit' | 'before'> & { after: number; upTo: number },
): ChainedRow[] {
  const conditions = ['user_id = :userId', 'seq > :after', 'seq <= :upTo', ...filtersOf(range)];
  return db.all<ChainedRow>(
    `SELECT ${columns} FROM audit_log INDEXED BY audit_log_of_user
     WHERE ${conditions.join(' AND ')} ORDER BY seq`,
    withoutUndefined(range),
  );
}

/** Lists the matching rows, newest first. */
export function listAuditRows(db: ReadableDb, query: AuditQuery): ChainedRow[] {
  const conditions = ['user_id = :userId', ...filtersOf(query)];
  if (query.before !== undefined) conditions.push('seq < :before');
  return db.all<ChainedRow>(
    `SELECT ${columns} FROM audit_log WHERE ${conditions.join(' AND ')} ORDER BY seq DESC LIMIT :limit`,
    withoutUndefined(query),
  );
}

function filtersOf({ action, from, to }: Pick<AuditQuery, 'action' | 'from' | 'to'>): string[] {
  const conditions = [];
  if (action !== undefined) conditions.push('action = :action');
  if (from !== undefined) conditions.push('created_at >= :from');
  if (to !== undefined) conditions.push('created_at < :to');
  return conditions;
}

function withoutUndefined(params: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}
