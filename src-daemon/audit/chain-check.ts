import { createHmac, timingSafeEqual } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { AuditResult } from '../../src-shared/contracts/audit.contract.ts';
import { AppError } from '../core/app-error.ts';
import type { Database, ReadableDb } from '../db/database.ts';
import {
  type AuditHead,
  type CheckpointRow,
  findAuditMac,
  findCheckpoint,
  listItemLinks,
  putCheckpoint,
} from './audit.store.ts';
import { chainMacKey } from './audit-chain.ts';
import { type ChainWalk, emptyHead, hasOwnMac, isSame, sliceRows, verifyChain } from './verify-chain.ts';

interface CheckDeps {
  database: Database;
  keys: { auditChain: Uint8Array; auditCheckpoint: Uint8Array };
}

interface WholeWalk {
  readAnchor: () => Promise<AuditHead | undefined>;
  userId: number;
  signal: AbortSignal;
}

export type ChainCheck = ReturnType<typeof createChainCheck>;

/**
 * Verifies the chain: the whole of it on request, and from a checkpoint at the start and every hour. The
 * checkpoint is a row that the chain was verified up to, under a mac of its own. Rows before it that changed an item
 * decide whether that item is the newest one, so they are verified each time, and counted.
 */
export function createChainCheck({ database, keys }: CheckDeps) {
  const key = chainMacKey(keys.auditChain);
  const sealKey = chainMacKey(keys.auditCheckpoint);
  // One walk at a time: two only make each other slower.
  const walks = new PQueue({ concurrency: 1 });
  let verdict: AuditResult = 'unanchored';
  let brokenAt = 0;

  return {
    /** What the last walk found. */
    verdict: () => verdict,
    /** The last row that is missing or changed, and may have been that of an item; 0 when there is none. */
    brokenAt: () => brokenAt,

    /**
     * Walks the whole chain. What it finds refuses no item: of the rows before the checkpoint only those of items
     * matter, and these are verified at each start.
     * @throws AppError when the client has gone
     */
    whole: ({ readAnchor, userId, signal }: WholeWalk): Promise<ChainWalk> =>
      walks.add(async () => {
        const anchor = await readAnchor();
        return settle(await verifyChain({ db: database.read, key, from: emptyHead, anchor, userId, signal }));
      }),

    /** Walks from the checkpoint to the end; the whole chain where there is no sound checkpoint. */
    fromCheckpoint: (anchor: AuditHead | undefined): Promise<ChainWalk> =>
      walks.add(async () => {
        const checkpoint = findSoundCheckpoint(database.read);
        const from = checkpoint ?? emptyHead;
        const walk = await verifyChain({ db: database.read, key, from, anchor });
        const itemsBadId = checkpoint === undefined ? 0 : await verifyItemRows(database.read, checkpoint);
        brokenAt = Math.max(brokenAt, walk.lastBadId, itemsBadId);
        return settle(itemsBadId === 0 ? walk : { ...walk, verdict: 'edited' }, checkpoint?.itemRows);
      }),
  };

  function settle(walk: ChainWalk, itemRowsBefore = 0): ChainWalk {
    verdict = walk.verdict;
    const isSound = verdict === 'intact' || verdict === 'unanchored';
    if (isSound && walk.end.seq > 0) keepCheckpoint(walk.end, itemRowsBefore + walk.itemRows);
    return walk;
  }

  function keepCheckpoint({ seq, mac }: AuditHead, itemRows: number): void {
    if (findCheckpoint(database.read)?.seq === seq) return;
    const row = { seq, mac, itemRows, seal: sealOf({ seq, mac, itemRows }) };
    try {
      database.transaction((db) => putCheckpoint(db, row));
    } catch (error) {
      // The next verification walks further: no reason to fail this one.
      if (!(error instanceof AppError)) throw error;
    }
  }

  function findSoundCheckpoint(db: ReadableDb): CheckpointRow | undefined {
    const row = findCheckpoint(db);
    if (row === undefined || row.seal.length !== 32 || !timingSafeEqual(row.seal, sealOf(row))) return undefined;
    const mac = findAuditMac(db, row.seq);
    return mac !== undefined && isSame(mac, row.mac) ? row : undefined;
  }

  function sealOf({ seq, mac, itemRows }: Omit<CheckpointRow, 'seal'>): Uint8Array {
    const text = JSON.stringify([seq, Buffer.from(mac).toString('hex'), itemRows]);
    return new Uint8Array(createHmac('sha256', sealKey).update(text).digest());
  }

  /** The last row of those up to the checkpoint that is not sound; the checkpoint itself where one is missing. */
  async function verifyItemRows(db: ReadableDb, checkpoint: CheckpointRow): Promise<number> {
    let after = 0;
    let lastBadId = 0;
    for (let count = 0; ; ) {
      const links = listItemLinks(db, { after, upTo: checkpoint.seq, limit: sliceRows });
      for (const link of links) if (!hasOwnMac(key, link)) lastBadId = link.seq;
      count += links.length;
      after = links.at(-1)?.seq ?? after;
      if (links.length < sliceRows) return count === checkpoint.itemRows ? lastBadId : checkpoint.seq;
      await yieldToEventLoop();
    }
  }
}
