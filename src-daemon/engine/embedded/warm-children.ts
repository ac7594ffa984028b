import { availableParallelism, totalmem } from 'node:os';
import { shuttingDown } from '../../core/repeated-errors.ts';
import { createDemand, type Demand } from '../pool/demand.ts';
import { createWarmPool } from '../pool/warm-pool.ts';
import type { StartWait } from '../queue/start-wait.ts';
import { type Child, type ChildMaker, startChild } from './child.ts';
import type { ChildKind } from './child-command.ts';
import { notStarted } from './child-result.ts';
import type { Interpreter } from './embedded-languages.ts';

export interface WarmChildren {
  /**
   * A booted child: one that waits, else the next to boot. It is the caller's, for one job.
   * @throws AppError `engine_unavailable` when it does not boot; the reason of the wait's signal
   */
  take(kind: ChildKind, wait: StartWait): Promise<Child>;
  /** The demand has changed, or a run is over: time to boot what is missing, and to end what is too much. */
  refill(): void;
  /** Ends the children that wait with a package layer. */
  dropLayer(layer: string): void;
  /** How many wait to be taken, and how many boot. */
  count(): { ready: number; booting: number };
  /** Ends those that wait and those that run; resolves when nothing of them is left. */
  close(): Promise<void>;
}

/** The children that are interchangeable: one interpreter, with the file of one package layer or none. */
export type ChildKey = Pick<ChildKind, 'interpreter' | 'layer'>;

export interface WarmChildrenOptions {
  maker: ChildMaker;
  demand: Demand<ChildKey>;
  onFailure: (interpreter: Interpreter) => void;
}

/** Memory of a waiting child, MiB: private pages, as measured for each interpreter. */
const costMb: Readonly<Record<Interpreter, number>> = { python: 94, javascript: 31 };
const interpreters = ['python', 'javascript'] as const;
const mebibyte = 1024 * 1024;
const bootLimitMs = 30_000;
/** A child boots for half a second on an idle machine, so this is how long a few take. */
const demandWindowMs = 2000;
/** As long as a short program runs: then its child's place is refilled. */
const refillDelayMs = 100;

const processors = availableParallelism();
/** Runs at once; each may boot a child of its own. */
export const runsAtOnce = Math.max(processors * 2, 4);

/** One of each interpreter always waits, and as many of each kind as recent runs took at once. */
export function createChildDemand(now?: () => number): Demand<ChildKey> {
  const always = interpreters.map((interpreter) => ({ interpreter }));
  return createDemand({ toKey, now, windowMs: demandWindowMs, mostPerKey: Math.min(runsAtOnce, 8), always });
}

/** Children that are booted before there is a job for them, each used once. */
export function createWarmChildren({ maker, demand, onFailure }: WarmChildrenOptions): WarmChildren {
  const alive = new Set<Child>();
  let isClosed = false;

  async function boot(kind: ChildKind): Promise<Child> {
    const child = startChild(maker, kind);
    alive.add(child);
    void child.exited.then(() => alive.delete(child));
    const limit = setTimeout(child.kill, bootLimitMs);
    try {
      await child.booted;
      return child;
    } catch (error) {
      if (!isClosed) onFailure(kind.interpreter);
      throw notStarted(error);
    } finally {
      clearTimeout(limit);
    }
  }

  const pool = createWarmPool<ChildKey, Child>({
    toKey,
    boot: ({ interpreter, layer }) => boot({ interpreter, layer, isFresh: false }),
    discard: (child) => child.kill(),
    deathOf: (child) => child.exited,
    costMb: ({ interpreter }) => costMb[interpreter],
    budgetMb: Math.min(Math.max((totalmem() / mebibyte) * 0.05, 320), 1024),
    concurrency: runsAtOnce,
    // A boot takes a whole processor: the others are for the runs.
    aheadConcurrency: Math.min(Math.max(Math.floor(processors / 2), 1), 4),
    refillDelayMs,
    demand,
  });

  async function take(kind: ChildKind, wait: StartWait): Promise<Child> {
    const bootForIt = () => {
      wait.end();
      return boot(kind);
    };
    if (kind.isFresh) return pool.order(bootForIt, wait.signal);
    const child = await pool.take(kind, wait.signal);
    wait.end();
    return child;
  }

  return {
    take,
    refill: pool.refill,
    dropLayer: (layer) => {
      for (const interpreter of interpreters) pool.drop({ interpreter, layer });
    },
    count: pool.count,
    close: async () => {
      isClosed = true;
      pool.close(shuttingDown());
      for (const child of alive) child.kill();
      await Promise.all(Array.from(alive, ({ exited }) => exited));
    },
  };
}

function toKey({ interpreter, layer = '' }: ChildKey): string {
  return `${interpreter} ${layer}`;
}
