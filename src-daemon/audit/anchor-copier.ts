import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { type AuditHead, findAuditHead, findAuditMac } from './audit.store.ts';
import { emptyChainMac } from './audit-chain.ts';
import { auditHeadText, parseAuditHead } from './audit-head-text.ts';

/** Stores the copy of the head in the key store, so that write access to the database does not suffice to change it. */
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

const copyIntervalMs = 2000;
const retryMs = 10_000;
const lastCopyTimeoutMs = 2000;
/** Head of an empty log. It exists so that a removal of the first entries is detected. */
const emptyHead: AuditHead = { seq: 0, mac: emptyChainMac };

/** The copied head in the key store does not belong to this chain. It is kept, because it is evidence of a change. */
class AnchorRefusedError extends Error {
  constructor() {
    super('the copied head of the audit log is not part of the log in the database, which is older or a different one');
    this.name = 'AnchorRefusedError';
  }
}

/**
 * Copies the newest head of the audit chain to the key store: in the background at most every 2 s, before the daemon is
 * ready, after a verification, and at a clean stop. A failed copy is retried and affects nothing else. The first copy of a
 * process replaces only a head that is part of the chain, so that an old database that was restored does not overwrite the
 * evidence.
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
    /** Schedules a copy, because there may be a new head. Cheap, and safe within a transaction. */
    notice: () => schedule(Math.max(0, lastAt + copyIntervalMs - performance.now())),
    /** Copies the newest head now. A failure is reported by `status`, not thrown. */
    copyNow(): Promise<void> {
      lastAt = performance.now();
      copying = copying.then(copy);
      return copying;
    },
    status: (): 'ok' | 'failing' => (isFailing ? 'failing' : 'ok'),
    /** Makes the last copy and waits for it for at most 2 s. */
    async stop(): Promise<void> {
      clearTimeout(timer);
      const last = copying.then(copy);
      await Promise.race([last, sleep(lastCopyTimeoutMs, undefined, { ref: false })]);
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
    // Item heads are created before the first copy of a process.
    await store.writeAnchor(auditHeadText({ ...head, hasItemHeads: true }));
    copiedSeq = head.seq;
  }

  async function requireOwnAnchor(): Promise<void> {
    const text = await store.readAnchor();
    if (isStopped) return;
    const anchor = text === undefined ? undefined : parseAuditHead(text);
    if (text !== undefined && (anchor === undefined || !isInChain(anchor))) throw new AnchorRefusedError();
    const head = findAuditHead(database.read);
    // A copy by a release without item heads is written again, with their mark.
    if (anchor?.hasItemHeads) copiedSeq = anchor.seq;
    if (text === undefined && head !== undefined && head.seq > 0)
      log.warn({ seq: head.seq }, 'the key store had no copied head of the audit log; a new copy is made');
    isTrusted = true;
  }

  function isInChain({ seq, mac }: AuditHead): boolean {
    const found = seq === emptyHead.seq ? emptyHead.mac : findAuditMac(database.read, seq);
    return found !== undefined && Buffer.from(found).equals(mac);
  }
}
