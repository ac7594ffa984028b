import type { KeyObject } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditVerdict } from '../../src-shared/audit.contract.ts';
import { AppError } from '../app-error.ts';
import type { ReadableDb } from '../db/database.ts';
import { type AuditHead, type ChainLink, findAuditHead, findLastAuditSeq, listChainLinks } from './audit.store.ts';
import { chainMac, chainMacKey, emptyChainMac } from './audit-chain.ts';

interface VerifyInput {
  db: ReadableDb;
  /** 32 bytes. */
  chainKey: Uint8Array;
  /** The copied head; it must have been read before this is called, so that the database is not behind it by chance. */
  anchor: AuditHead | undefined;
  signal: AbortSignal;
}

export interface ChainVerdict {
  verdict: AuditVerdict;
  /** The id of the first row that is not as it was written, or is missing. */
  firstBadId?: number;
}

/** Rows between which other requests have their turn: a few ms. */
const sliceRows = 500;

/**
 * Walks the whole chain, of all accounts, up to the head that it has now (crypto.md, "Audit chain").
 * @throws AppError when the client has gone, whom it does not reach
 */
export async function verifyChain({ db, chainKey, anchor, signal }: VerifyInput): Promise<ChainVerdict> {
  const key = chainMacKey(chainKey);
  const head = findAuditHead(db) ?? { seq: 0, mac: emptyChainMac };
  const hasMore = findLastAuditSeq(db) > head.seq;
  let last: AuditHead = { seq: 0, mac: emptyChainMac };
  let leavesAnchor = false;
  for (;;) {
    const links = listChainLinks(db, { after: last.seq, upTo: head.seq, limit: sliceRows });
    for (const link of links) {
      if (link.seq !== last.seq + 1) return { verdict: 'gap', firstBadId: last.seq + 1 };
      if (!isLinked(key, link, last)) return { verdict: 'edited', firstBadId: link.seq };
      last = { seq: link.seq, mac: link.mac };
      if (last.seq === anchor?.seq) leavesAnchor = !isSame(last.mac, anchor.mac);
    }
    if (links.length < sliceRows) break;
    await nextTurn();
    if (signal.aborted) throw new AppError('invalid_request', 'The client has gone.');
  }
  return judgeEnd({ last, head, hasMore, anchor, leavesAnchor });
}

function isLinked(key: KeyObject, link: ChainLink, previous: AuditHead): boolean {
  return isSame(link.previousMac, previous.mac) && isSame(link.mac, chainMac(key, link, previous.mac));
}

interface ChainEnd {
  last: AuditHead;
  head: AuditHead;
  /** Rows beyond the database's own head. */
  hasMore: boolean;
  anchor: AuditHead | undefined;
  leavesAnchor: boolean;
}

function judgeEnd({ last, head, hasMore, anchor, leavesAnchor }: ChainEnd): ChainVerdict {
  if (last.seq < head.seq) return { verdict: 'truncated', firstBadId: last.seq + 1 };
  // The database's own head is written with each row: one that is not the last row's was written by somebody else.
  if (hasMore) return { verdict: 'edited', firstBadId: head.seq + 1 };
  if (!isSame(last.mac, head.mac)) return { verdict: 'edited', firstBadId: last.seq };
  if (anchor === undefined) return { verdict: 'unanchored' };
  if (anchor.seq > last.seq) return { verdict: 'rolled_back', firstBadId: last.seq + 1 };
  if (leavesAnchor) return { verdict: 'rolled_back', firstBadId: anchor.seq };
  return { verdict: 'intact' };
}

/** The macs are no secret of whoever reads the database, so time may tell where they differ. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one.buffer, one.byteOffset, one.byteLength).equals(other);
}
