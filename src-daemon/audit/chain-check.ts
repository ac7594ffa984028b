import { createHmac, timingSafeEqual } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { AuditResult } from '../../src-shared/contracts/audit.contract.ts';
import type { Database, ReadableDb } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
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
 * Verifies the chain: completely on request, and from a checkpoint at the start and every hour. The checkpoint is the last
 * verified row, protected by its own MAC. Rows before it that changed an item are verified and counted each time, because
 * they decide whether that item is up to date.
 */
export function createChainCheck({ database, keys }: CheckDeps) {
  const key = chainMacKey(keys.auditChain);
  const sealKey = chainMacKey(keys.auditCheckpoint);
  // One verification at a time, because two would slow each other down.
  const walks = new PQueue({ concurrency: 1 });
  let result: AuditResult = 'unanchored';
  let brokenAt = 0;

  return {
    /** Returns the result of the last verification. */
    result: () => result,
    /** Returns the last missing or changed row that may have changed an item; 0 if there is none. */
    brokenAt: () => brokenAt,

    /**
     * Verifies the whole chain. Its result does not cause items to be refused: the rows of items are verified at each start
     * anyway.
     * @throws AppError if the client has disconnected
     */
    whole: ({ readAnchor, userId, signal }: WholeWalk): Promise<ChainWalk> =>
      walks.add(async () => {
        const anchor = await readAnchor();
        return settle(await verifyChain({ db: database.read, key, from: emptyHead, anchor, userId, signal }));
      }),

    /** Verifies the rows after the checkpoint; the whole chain if there is no valid checkpoint. */
    fromCheckpoint: (anchor: AuditHead | undefined): Promise<ChainWalk> =>
      walks.add(async () => {
        const checkpoint = findValidCheckpoint(database.read);
        const from = checkpoint ?? emptyHead;
        const walk = await verifyChain({ db: database.read, key, from, anchor });
        const itemsBadId = checkpoint === undefined ? 0 : await verifyItemRows(database.read, checkpoint);
        brokenAt = Math.max(brokenAt, walk.lastBadId, itemsBadId);
        return settle(itemsBadId === 0 ? walk : { ...walk, result: 'edited' }, checkpoint?.itemRows);
      }),
  };

  function settle(walk: ChainWalk, itemRowsBefore = 0): ChainWalk {
    result = walk.result;
    const isValid = result === 'intact' || result === 'unanchored';
    if (isValid && walk.end.seq > 0) keepCheckpoint(walk.end, itemRowsBefore + walk.itemRows);
    return walk;
  }

  function keepCheckpoint({ seq, mac }: AuditHead, itemRows: number): void {
    if (findCheckpoint(database.read)?.seq === seq) return;
    const row = { seq, mac, itemRows, seal: sealOf({ seq, mac, itemRows }) };
    try {
      database.transaction((db) => putCheckpoint(db, row));
    } catch (error) {
      // Without a new checkpoint, the next verification only takes longer.
      if (!(error instanceof AppError)) throw error;
    }
  }

  function findValidCheckpoint(db: ReadableDb): CheckpointRow | undefined {
    const row = findCheckpoint(db);
    if (row === undefined || row.seal.length !== 32 || !timingSafeEqual(row.seal, sealOf(row))) return undefined;
    const mac = findAuditMac(db, row.seq);
    return mac !== undefined && isSame(mac, row.mac) ? row : undefined;
  }

  function sealOf({ seq, mac, itemRows }: Omit<CheckpointRow, 'seal'>): Uint8Array {
    const text = JSON.stringify([seq, Buffer.from(mac).toString('hex'), itemRows]);
    return new Uint8Array(createHmac('sha256', sealKey).update(text).digest());
  }

  /** Returns the last invalid item row up to the checkpoint; the checkpoint itself if a row is missing; 0 if all are valid. */
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
