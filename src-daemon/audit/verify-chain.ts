import type { KeyObject } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { AuditResult } from '../../src-shared/contracts/audit.contract.ts';
import { AppError } from '../core/app-error.ts';
import type { ReadableDb } from '../db/database.ts';
import {
  type AuditHead,
  type ChainLink,
  findAuditHead,
  findAuditMac,
  findLastAuditSeq,
  listChainLinks,
} from './audit.store.ts';
import { chainMac, emptyChainMac } from './audit-chain.ts';

interface VerifyInput {
  db: ReadableDb;
  key: KeyObject;
  /** Where the walk starts: the empty head, or a checkpoint up to which the chain was verified. */
  from: AuditHead;
  /** The copied head; it must have been read before this is called, so that the database is not behind it by chance. */
  anchor: AuditHead | undefined;
  /** Whose rows are counted. */
  userId?: number;
  signal?: AbortSignal;
}

export interface ChainFinding {
  verdict: AuditResult;
  /** The id of the first row that is not as it was written, or is missing. */
  firstBadId?: number;
}

export interface ChainWalk extends ChainFinding {
  /** The last row that is not as it was written, or is missing; 0 when there is none. */
  lastBadId: number;
  /** Where the walk ended. */
  end: AuditHead;
  /** Rows of `userId` that were walked over. */
  entries: number;
  /** Rows that changed an item. */
  itemRows: number;
}

/** Rows between which other requests have their turn: a few ms. */
export const sliceRows = 250;

/** What stands before the first row. */
export const emptyHead: AuditHead = { seq: 0, mac: emptyChainMac };

/**
 * Walks the chain, of all accounts, up to the head that it has now (crypto.md, "Audit chain"), in slices.
 * @throws AppError when the client has gone, whom it does not reach
 */
export async function verifyChain({ db, key, from, anchor, userId, signal }: VerifyInput): Promise<ChainWalk> {
  const head = findAuditHead(db) ?? emptyHead;
  const lastSeq = findLastAuditSeq(db);
  const walked = { end: from, lastBadId: 0, entries: 0, itemRows: 0, first: undefined as ChainFinding | undefined };
  for (;;) {
    const links = listChainLinks(db, { after: walked.end.seq, upTo: head.seq, limit: sliceRows });
    for (const link of links) {
      const fault = faultOf(key, link, walked.end);
      if (fault !== undefined) {
        walked.first ??= fault;
        walked.lastBadId = fault.verdict === 'gap' ? link.seq - 1 : link.seq;
      }
      if (link.userId === userId) walked.entries++;
      if (link.itemKind !== null) walked.itemRows++;
      walked.end = { seq: link.seq, mac: link.mac };
    }
    if (links.length < sliceRows) break;
    await yieldToEventLoop();
    if (signal?.aborted) throw new AppError('invalid_request', 'The client has gone.');
  }
  const { first, ...rest } = walked;
  if (first !== undefined) return { ...rest, ...first };
  return { ...rest, ...checkEnd({ end: walked.end, head, lastSeq, anchor, anchorMac: macAt(db, anchor) }) };
}

function faultOf(key: KeyObject, link: ChainLink, previous: AuditHead): ChainFinding | undefined {
  if (link.seq !== previous.seq + 1) return { verdict: 'gap', firstBadId: previous.seq + 1 };
  if (isSame(link.previousMac, previous.mac) && hasOwnMac(key, link)) return undefined;
  return { verdict: 'edited', firstBadId: link.seq };
}

/** Returns true if the row is as it was written, whatever became of the row before it. */
export function hasOwnMac(key: KeyObject, link: ChainLink): boolean {
  return isSame(link.mac, chainMac(key, link, link.previousMac));
}

function macAt(db: ReadableDb, anchor: AuditHead | undefined): Uint8Array | undefined {
  if (anchor === undefined) return undefined;
  return anchor.seq === 0 ? emptyChainMac : findAuditMac(db, anchor.seq);
}

interface ChainEnd {
  end: AuditHead;
  head: AuditHead;
  /** The last row that there is: beyond the database's own head there must be none. */
  lastSeq: number;
  anchor: AuditHead | undefined;
  /** The mac of the row that the anchor names. */
  anchorMac: Uint8Array | undefined;
}

function checkEnd({ end, head, lastSeq, anchor, anchorMac }: ChainEnd): ChainFinding & { lastBadId: number } {
  if (end.seq < head.seq) return { verdict: 'truncated', firstBadId: end.seq + 1, lastBadId: head.seq };
  // The database's own head is written with each row: one that is not the last row's was written by somebody else.
  if (lastSeq > head.seq) return { verdict: 'edited', firstBadId: head.seq + 1, lastBadId: lastSeq };
  if (!isSame(end.mac, head.mac)) return { verdict: 'edited', firstBadId: end.seq, lastBadId: end.seq };
  if (anchor === undefined) return { verdict: 'unanchored', lastBadId: 0 };
  if (anchor.seq > end.seq) return { verdict: 'rolled_back', firstBadId: end.seq + 1, lastBadId: 0 };
  if (anchorMac === undefined || !isSame(anchorMac, anchor.mac))
    return { verdict: 'rolled_back', firstBadId: anchor.seq, lastBadId: 0 };
  return { verdict: 'intact', lastBadId: 0 };
}

/** The macs are no secret of whoever reads the database, so time may tell where they differ. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one.buffer, one.byteOffset, one.byteLength).equals(other);
}
