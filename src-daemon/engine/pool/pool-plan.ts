import type { Demand } from './demand.ts';

export interface WarmPoolOptions<Item> {
  boot: (key: string) => Promise<Item>;
  discard: (item: Item) => void;
  /** Fulfilled when the item has died by itself; never rejected. */
  deathOf: (item: Item) => Promise<void>;
  costMb: (key: string) => number;
  budgetMb: number;
  /** Boots at once. */
  concurrency: number;
  /** How many boot at once, at most, when a boot ahead of its use begins; `concurrency` if absent. */
  aheadConcurrency?: number;
  /** How long a run that took a waiting item goes first, before another boots in its place; 40 ms if absent. */
  refillDelayMs?: number;
  demand: Demand;
}

/** What is there of one key. */
export interface Shelf<Item> {
  ready: Item[];
  booting: number;
  /** Not refilled before, after a boot that failed; by performance.now(). */
  retryAt: number;
}

/** Somebody who waits. */
export interface Order<Item> {
  /** Undefined when what boots is for its taker alone. */
  key: string | undefined;
  boot: () => Promise<Item>;
  turn: PromiseWithResolvers<Item>;
  isBooting: boolean;
}

export interface PoolState<Item> {
  shelves: Shelves<Item>;
  orders: Order<Item>[];
  booting: number;
  isClosed: boolean;
  closedBy: unknown;
}

export function createPoolState<Item>(): PoolState<Item> {
  return { shelves: createShelves(), orders: [], booting: 0, isClosed: false, closedBy: undefined };
}

export interface Boot<Item> {
  key: string | undefined;
  make: () => Promise<Item>;
  /** Who is to have it; undefined where it goes to the first who waits for the key, or on the shelf. */
  order?: Order<Item>;
}

/** What is to boot next, if anything: for the run that has waited longest, else ahead of runs that may come. */
export function nextBoot<Item>(state: PoolState<Item>, options: WarmPoolOptions<Item>): Boot<Item> | undefined {
  const { concurrency, aheadConcurrency = concurrency } = options;
  const ordered = nextOrdered(state);
  if (ordered !== undefined || state.booting >= aheadConcurrency) return ordered;
  return nextWished(state.shelves, options);
}

export interface Shelves<Item> {
  of(key: string): Shelf<Item>;
  all(): [string, Shelf<Item>][];
}

function createShelves<Item>(): Shelves<Item> {
  const shelves = new Map<string, Shelf<Item>>();
  return {
    of: (key) => {
      const shelf = shelves.get(key) ?? { ready: [], booting: 0, retryAt: 0 };
      shelves.set(key, shelf);
      return shelf;
    },
    all: () => [...shelves],
  };
}

/** Whoever has waited longest and is not served by a boot under way. */
function nextOrdered<Item>({ shelves, orders }: PoolState<Item>): Boot<Item> | undefined {
  const underWay = new Map(shelves.all().map(([key, shelf]) => [key, shelf.booting]));
  for (const order of orders) {
    if (order.key === undefined) {
      if (!order.isBooting) return { key: undefined, make: order.boot, order };
      continue;
    }
    const left = underWay.get(order.key) ?? 0;
    if (left === 0) return { key: order.key, make: order.boot };
    underWay.set(order.key, left - 1);
  }
  return undefined;
}

/** The key that lacks most of what it deserves, as far as the budget goes. */
function nextWished<Item>(shelves: Shelves<Item>, options: WarmPoolOptions<Item>): Boot<Item> | undefined {
  const { demand, costMb, budgetMb } = options;
  const usedMb = shelves
    .all()
    .reduce((sum, [key, { ready, booting }]) => sum + (ready.length + booting) * costMb(key), 0);
  const lacking = demand
    .keys()
    .map((key) => ({ key, share: shareOf(shelves.of(key), demand.wanted(key)) }))
    .filter(({ key, share }) => share < 1 && shelves.of(key).retryAt <= performance.now())
    .filter(({ key }) => usedMb + costMb(key) <= budgetMb)
    // A stable sort: of equals the one that was used last comes first.
    .sort((one, other) => one.share - other.share);
  const key = lacking[0]?.key;
  return key === undefined ? undefined : { key, make: () => options.boot(key) };
}

function shareOf<Item>(shelf: Shelf<Item>, wanted: number): number {
  return (shelf.ready.length + shelf.booting) / wanted;
}
