import { availableParallelism, totalmem } from 'node:os';
import { shuttingDown } from '../../errors/repeated-errors.ts';
import { createDemand, type Demand } from '../pool/demand.ts';
import { createWarmPool } from '../pool/warm-pool.ts';
import type { StartWait } from '../queue/start-wait.ts';
import { type Child, type ChildMaker, startChild } from './child.ts';
import type { ChildKind } from './child-command.ts';
import type { Interpreter } from './embedded-languages.ts';
import { notStarted } from './refusals.ts';

export interface WarmChildren {
  /**
   * Returns a booted child for one job: one that waits, else the next that has booted.
   * @throws AppError `engine_unavailable` if it does not boot; the reason of the wait's signal
   */
  take(kind: ChildKind, wait: StartWait): Promise<Child>;
  /** Boots missing children and kills surplus ones. Call it when the demand has changed or a run has ended. */
  refill(): void;
  /** Kills the waiting children that have a package layer. */
  dropLayer(layer: string): void;
  /** Returns the number of waiting and of booting children. */
  count(): { ready: number; booting: number };
  /** Kills all children. Resolves when all have exited. */
  close(): Promise<void>;
}

/** The children that are interchangeable: one interpreter, with the file of one package layer or none. */
export type ChildKey = Pick<ChildKind, 'interpreter' | 'layer'>;

export interface WarmChildrenOptions {
  maker: ChildMaker;
  demand: Demand<ChildKey>;
  onFailure: (interpreter: Interpreter) => void;
}

/** Memory of a waiting child in MiB: private pages, measured for each interpreter. */
const costMb: Readonly<Record<Interpreter, number>> = { python: 94, javascript: 31 };
const interpreters = ['python', 'javascript'] as const;
const mebibyte = 1024 * 1024;
const bootLimitMs = 30_000;
/** The demand is computed over this time. A child takes half a second to boot on an idle machine. */
const demandWindowMs = 2000;
/** Refill delay: about the duration of a short program. */
const refillDelayMs = 100;

const processors = availableParallelism();
/** Maximum number of simultaneous runs. Each may boot a child. */
export const runsAtOnce = Math.max(processors * 2, 4);

/** Creates the demand: always one child per interpreter, and as many of each kind as recent runs used at once. */
export function createChildDemand(now?: () => number): Demand<ChildKey> {
  const always = interpreters.map((interpreter) => ({ interpreter }));
  return createDemand({ toKey, now, windowMs: demandWindowMs, maxPerKey: Math.min(runsAtOnce, 8), always });
}

/** Creates a pool of children that boot before their job arrives. Each is used once. */
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
    // A boot uses a whole processor; the others are for the runs.
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
