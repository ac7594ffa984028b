import type { KeyObject } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { AuditResult } from '../../src-shared/contracts/audit.contract.ts';
import type { ReadableDb } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
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
  /** Start of the verification: the empty head, or a checkpoint up to which the chain was verified. */
  from: AuditHead;
  /** Copied head. It must be read before this call, so that the database is not older than the copy by chance. */
  anchor: AuditHead | undefined;
  /** Account whose rows are counted. */
  userId?: number;
  signal?: AbortSignal;
}

export interface ChainFinding {
  result: AuditResult;
  /** Id of the first changed or missing row. */
  firstBadId?: number;
}

export interface ChainWalk extends ChainFinding {
  /** Id of the last changed or missing row; 0 if there is none. */
  lastBadId: number;
  /** Last verified row. */
  end: AuditHead;
  /** Number of verified rows of `userId`. */
  entries: number;
  /** Number of verified rows that changed an item. */
  itemRows: number;
}

/** Number of rows that are verified before other requests are served: a few ms. */
export const sliceRows = 250;

/** Head before the first row. */
export const emptyHead: AuditHead = { seq: 0, mac: emptyChainMac };

/**
 * Verifies the chain of all accounts up to its current head, in slices (crypto.md, "Audit chain").
 * @throws AppError if the client has disconnected
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
        walked.lastBadId = fault.result === 'gap' ? link.seq - 1 : link.seq;
      }
      if (link.userId === userId) walked.entries++;
      if (link.itemKind !== null) walked.itemRows++;
      walked.end = { seq: link.seq, mac: link.mac };
    }
    if (links.length < sliceRows) break;
    await yieldToEventLoop();
    if (signal?.aborted) throw new AppError('invalid_request', 'The client has disconnected.');
  }
  const { first, ...rest } = walked;
  if (first !== undefined) return { ...rest, ...first };
  return { ...rest, ...checkEnd({ end: walked.end, head, lastSeq, anchor, anchorMac: macAt(db, anchor) }) };
}

function faultOf(key: KeyObject, link: ChainLink, previous: AuditHead): ChainFinding | undefined {
  if (link.seq !== previous.seq + 1) return { result: 'gap', firstBadId: previous.seq + 1 };
  if (isSame(link.previousMac, previous.mac) && hasOwnMac(key, link)) return undefined;
  return { result: 'edited', firstBadId: link.seq };
}

/** Returns true if the row is unchanged, independent of the previous row. */
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
  /** Last row in the database. There must be none after the database's own head. */
  lastSeq: number;
  anchor: AuditHead | undefined;
  /** MAC of the row that the anchor refers to. */
  anchorMac: Uint8Array | undefined;
}

function checkEnd({ end, head, lastSeq, anchor, anchorMac }: ChainEnd): ChainFinding & { lastBadId: number } {
  if (end.seq < head.seq) return { result: 'truncated', firstBadId: end.seq + 1, lastBadId: head.seq };
  // The database's own head is written with each row. If it is not that of the last row, the row was inserted otherwise.
  if (lastSeq > head.seq) return { result: 'edited', firstBadId: head.seq + 1, lastBadId: lastSeq };
  if (!isSame(end.mac, head.mac)) return { result: 'edited', firstBadId: end.seq, lastBadId: end.seq };
  if (anchor === undefined) return { result: 'unanchored', lastBadId: 0 };
  if (anchor.seq > end.seq) return { result: 'rolled_back', firstBadId: end.seq + 1, lastBadId: 0 };
  if (anchorMac === undefined || !isSame(anchorMac, anchor.mac))
    return { result: 'rolled_back', firstBadId: anchor.seq, lastBadId: 0 };
  return { result: 'intact', lastBadId: 0 };
}

/** Compares two MACs. Constant time is not needed, because the MACs are visible to every reader of the database. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one.buffer, one.byteOffset, one.byteLength).equals(other);
}
