import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { type AuditHead, findAuditHead, findAuditMac } from './audit.store.ts';
import { emptyChainMac } from './audit-chain.ts';
import { auditHeadText, parseAuditHead } from './audit-head-text.ts';

/** Where the copy of the head is kept, out of reach of whoever writes the database. */
export interface AnchorStore {
  readAnchor(): Promise<string | undefined>;
  writeAnchor(text: string): Promise<void>;
}

interface AnchorCopierDeps {
  database: Database;
  store: AnchorStore;
  log: Record<'warn' | 'error', (fields: object, message: string) => void>;
}

export type AnchorCopier = ReturnType<typeof createAnchorCopier>;

const everyMs = 2000;
const retryMs = 10_000;
const lastCopyLimitMs = 2000;
/** A log without entries has a head too, so that its first entries cannot be cut off. */
const emptyHead: AuditHead = { seq: 0, mac: emptyChainMac };

/** What the key store has is no earlier head of this chain: it is evidence, and stays. */
class AnchorRefusedError extends Error {
  constructor() {
    super('the database does not go through the copied head of its audit log: it is older or another one');
    this.name = 'AnchorRefusedError';
  }
}

/**
 * Copies the newest head of the audit chain to the key store after its commit: not on the request's way, at most every
 * 2 s, before the daemon is ready, after a verification, and once more at a clean stop. A copy that fails is tried again and fails nothing else. The first copy of a
 * process is made only over a head that the chain goes through, so that an old database that was put back does not
 * cover its own traces.
 */
export function createAnchorCopier({ database, store, log }: AnchorCopierDeps) {
  let timer: NodeJS.Timeout | undefined;
  let copying: Promise<void> = Promise.resolve();
  let lastAt = Number.NEGATIVE_INFINITY;
  let copiedSeq = -1;
  let isTrusted = false;
  let isFailing = false;
  let isStopped = false;

  return {
    /** There may be a new head. Cheap, and safe inside of a transaction. */
    notice: () => schedule(Math.max(0, lastAt + everyMs - performance.now())),
    /** Copies the newest head without waiting for its time. A failure is told by `status`, not thrown. */
    copyNow(): Promise<void> {
      lastAt = performance.now();
      copying = copying.then(copy);
      return copying;
    },
    status: (): 'ok' | 'failing' => (isFailing ? 'failing' : 'ok'),
    /** Makes the last copy, and waits for it no longer than 2 s. */
    async stop(): Promise<void> {
      clearTimeout(timer);
      const last = copying.then(copy);
      await Promise.race([last, sleep(lastCopyLimitMs, undefined, { ref: false })]);
      isStopped = true;
    },
  };

  function schedule(delayMs: number): void {
    if (timer !== undefined || isStopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      lastAt = performance.now();
      copying = copying.then(copy);
    }, delayMs);
    timer.unref();
  }

  async function copy(): Promise<void> {
    try {
      await copyHead();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error({ err: error }, 'the head of the audit log was not copied to the key store');
      isFailing = true;
      if (!(error instanceof AnchorRefusedError)) schedule(retryMs);
    }
  }

  async function copyHead(): Promise<void> {
    if (!isTrusted) await requireOwnAnchor();
    if (isStopped) return;
    const head = findAuditHead(database.read) ?? emptyHead;
    if (head.seq === copiedSeq) return;
    // Heads are made before the first copy of a process.
    await store.writeAnchor(auditHeadText({ ...head, hasItemHeads: true }));
    copiedSeq = head.seq;
  }

  async function requireOwnAnchor(): Promise<void> {
    const text = await store.readAnchor();
    if (isStopped) return;
    const anchor = text === undefined ? undefined : parseAuditHead(text);
    if (text !== undefined && (anchor === undefined || !goesThrough(anchor))) throw new AnchorRefusedError();
    const head = findAuditHead(database.read);
    // A copy of a release that knew no item heads is written again, with their mark.
    if (anchor?.hasItemHeads) copiedSeq = anchor.seq;
    if (text === undefined && head !== undefined && head.seq > 0)
      log.warn({ seq: head.seq }, 'the key store had no copied head of the audit log; a new one is made');
    isTrusted = true;
  }

  function goesThrough({ seq, mac }: AuditHead): boolean {
    const found = seq === emptyHead.seq ? emptyHead.mac : findAuditMac(database.read, seq);
    return found !== undefined && Buffer.from(found).equals(mac);
  }
}
