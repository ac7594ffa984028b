import { AppError } from '../../errors/app-error.ts';
import { createReclaimables, idleLimitMs, type Reclaimable } from './reclaimables.ts';

/** Maximum bytes of one account, as a multiple of the free ones: one that is alone has half of all. */
const shareOfFree = 1;

const mebibyte = 2 ** 20;
/** All accounts together hold at most this many bytes; one account that is alone at most half of them. */
const defaultLimitBytes = 128 * mebibyte;
/** An answer of at most this size is always allowed: an account that has no room can still look, cancel and delete. */
const smallBytes = 16 * 1024;
/** A wait for room tries again after this time, because a connection may be closed by then. */
const retryMs = 1000;

/** Bytes that the daemon holds for an account. */
export interface Holding {
  /** Holds more bytes. @throws AppError `account_memory_full` */
  take(bytes: number): void;
  /** Holds more bytes. Returns false, and holds no more, if the account has no room for them. */
  tryGrow(bytes: number): boolean;
  /** Holds more bytes in any case: they are in memory already, and bounded in another way. */
  grow(bytes: number): void;
  shrink(bytes: number): void;
  /** Holds none. Nothing is counted after that. */
  release(): void;
}

/** The memory of the daemon that one account uses. */
export interface AccountMemory {
  /** Holds bytes until the returned holding is released. @throws AppError `account_memory_full` */
  take(bytes: number): Holding;
  /** Returns a holding of no bytes. */
  open(): Holding;
  /** Checks that there is room for bytes, without holding them. @throws AppError `account_memory_full` */
  require(bytes: number): void;
  /** Resolves when there is room for bytes. @throws AppError `account_memory_full` after 60 s; the reason of `signal` */
  whenFree(bytes: number, signal: AbortSignal): Promise<void>;
  /** Adds an item that may be taken back when room is needed. Returns the removal. */
  addReclaimable(item: Reclaimable): () => void;
}

/**
 * The one ledger of the bytes that the daemon holds for accounts: answers and events that clients have not read, request
 * bodies, input that programs have not read, output and files of runs and cells. An account has room for as many bytes as
 * are free, so that any number of accounts leaves some for a new one.
 *
 * If there is no room, connections whose client has taken nothing for 60 s are closed, the oldest first: those of the
 * account, and those of others if it holds less than its part. A connection that has nothing to take is never closed. Ended
 * work that no client follows, and that is stored elsewhere or was not streamed, is removed from memory before that.
 */
export function createMemoryLedger({
  now,
  limitBytes = defaultLimitBytes,
}: {
  now: () => number;
  limitBytes?: number;
}) {
  const shares = createShares(limitBytes);
  const reclaimables = createReclaimables(now);
  let released = Promise.withResolvers<void>();

  return {
    of,
    /** Returns the bytes that all accounts hold. */
    heldBytes: shares.all,
  };

  function of(accountId: number): AccountMemory {
    const require = (bytes: number) => {
      if (bytes > smallBytes && !provide(accountId, bytes)) throw memoryFull(shares.heldBy(accountId));
    };
    return {
      take(bytes) {
        const holding = open(accountId);
        holding.take(bytes);
        return holding;
      },
      open: () => open(accountId),
      require,
      async whenFree(bytes, signal) {
        const latest = performance.now() + idleLimitMs;
        while (!provide(accountId, bytes)) {
          if (performance.now() > latest) throw memoryFull(shares.heldBy(accountId));
          await nextChance(released.promise, signal);
        }
      },
      addReclaimable: (item) => reclaimables.add(accountId, item),
    };
  }

  function open(accountId: number): Holding {
    let held = 0;
    let isReleased = false;
    const change = (bytes: number) => {
      if (isReleased) return;
      held += bytes;
      shares.change(accountId, bytes);
      if (bytes >= 0) return;
      released.resolve();
      released = Promise.withResolvers();
    };
    const tryGrow = (bytes: number) => {
      if (isReleased) return true;
      const isAllowed = provide(accountId, bytes);
      if (isAllowed) change(bytes);
      return isAllowed;
    };
    return {
      take(bytes) {
        if (held + bytes <= smallBytes) change(bytes);
        else if (!tryGrow(bytes)) throw memoryFull(shares.heldBy(accountId));
      },
      tryGrow,
      grow: change,
      shrink: (bytes) => change(-Math.min(bytes, held)),
      release: () => {
        change(-held);
        isReleased = true;
      },
    };
  }

  /** Returns true if there is room, after it has taken back what it may. */
  function provide(accountId: number, bytes: number): boolean {
    const isEnough = () => shares.allow(accountId, bytes);
    if (isEnough()) return true;
    return reclaimables.reclaimFor(accountId, { isEnough, mayTakeFromOthers: () => shares.isBelowPart(accountId) });
  }
}

/** Resolves when something is released, or after a second. @throws the reason of the signal */
async function nextChance(released: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const stop = Promise.withResolvers<void>();
  const timer = setTimeout(stop.resolve, retryMs);
  const onAbort = () => stop.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([released, stop.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function memoryFull({ own, all }: { own: number; all: number }): AppError {
  const [ownMib, allMib] = [own, all].map((bytes) => Math.ceil(bytes / mebibyte));
  return new AppError(
    'account_memory_full',
    `The daemon holds ${ownMib} MiB for this account and ${allMib} MiB for all, and has no room for more: answers that were ` +
      'not read, request bodies, input that programs have not read, and output of runs. Read or close open answers and ' +
      'streams, or wait until a program has ended. Then send the request again.',
    { retryAfterSeconds: 5 },
  );
}

/** Counts the bytes of each account, and says whether it has room for more. */
function createShares(limitBytes: number) {
  const byAccount = new Map<number, number>();
  let all = 0;

  const of = (accountId: number) => byAccount.get(accountId) ?? 0;

  return {
    of,
    /** Returns the bytes of the account, and those of all. */
    heldBy: (accountId: number) => ({ own: of(accountId), all }),
    all: () => all,

    /** A dynamic threshold (Choudhury and Hahne, 1998): a full account leaves free bytes for a new one. */
    allow: (accountId: number, bytes: number): boolean =>
      bytes <= 0 || of(accountId) + bytes <= shareOfFree * (limitBytes - all - bytes),

    /** Returns true if the account holds less than the same part for each account that holds bytes. */
    isBelowPart(accountId: number): boolean {
      const others = byAccount.size - (byAccount.has(accountId) ? 1 : 0);
      return of(accountId) < all / (others + 1);
    },

    change(accountId: number, bytes: number): void {
      all += bytes;
      const held = of(accountId) + bytes;
      if (held > 0) byAccount.set(accountId, held);
      else byAccount.delete(accountId);
    },
  };
}
