import type { Demand } from './demand.ts';
import { createKeyedMap } from './keyed-map.ts';

export interface WarmPoolOptions<Key, Item> {
  /** Returns the same text for equal keys, and another one for different keys. */
  toKey: (key: Key) => string;
  boot: (key: Key) => Promise<Item>;
  discard: (item: Item) => void;
  /** Resolves when the item has exited on its own. Never rejects. */
  deathOf: (item: Item) => Promise<void>;
  costMb: (key: Key) => number;
  budgetMb: number;
  /** Limit of simultaneous boots. */
  concurrency: number;
  /** Limit of simultaneous boots above which no boot ahead of its use begins; `concurrency` by default. */
  aheadConcurrency?: number;
  /** Delay before the replacement of a taken item boots, in ms; 40 by default. */
  refillDelayMs?: number;
  demand: Demand<Key>;
}

/** The items of one key. */
export interface Shelf<Key, Item> {
  key: Key;
  ready: Item[];
  booting: number;
  /** After a failed boot: the time, by performance.now(), before which the shelf is not refilled. */
  retryAt: number;
}

/** A taker that waits for an item. */
export interface Order<Key, Item> {
  /** Undefined if an item boots for this taker alone. */
  shelf: Shelf<Key, Item> | undefined;
  boot: () => Promise<Item>;
  item: PromiseWithResolvers<Item>;
  isBooting: boolean;
}

export interface PoolState<Key, Item> {
  shelves: Shelves<Key, Item>;
  orders: Order<Key, Item>[];
  booting: number;
  isClosed: boolean;
  closeReason: unknown;
}

export function createPoolState<Key, Item>(toKey: (key: Key) => string): PoolState<Key, Item> {
  return { shelves: createShelves(toKey), orders: [], booting: 0, isClosed: false, closeReason: undefined };
}

export interface Boot<Key, Item> {
  shelf: Shelf<Key, Item> | undefined;
  make: () => Promise<Item>;
  /** The taker of the item. If undefined, the first taker that waits for the key gets it, or it is put on the shelf. */
  order?: Order<Key, Item>;
}

/** Returns the next boot, if any: for the run that has waited longest, else ahead of runs that may come. */
export function nextBoot<Key, Item>(
  state: PoolState<Key, Item>,
  options: WarmPoolOptions<Key, Item>,
): Boot<Key, Item> | undefined {
  const { concurrency, aheadConcurrency = concurrency } = options;
  const ordered = nextOrdered(state.orders);
  if (ordered !== undefined || state.booting >= aheadConcurrency) return ordered;
  return nextAhead(state.shelves, options);
}

export interface Shelves<Key, Item> {
  of(key: Key): Shelf<Key, Item>;
  all(): Shelf<Key, Item>[];
}

function createShelves<Key, Item>(toKey: (key: Key) => string): Shelves<Key, Item> {
  const shelves = createKeyedMap<Key, Shelf<Key, Item>>(toKey);

  function create(key: Key): Shelf<Key, Item> {
    const shelf: Shelf<Key, Item> = { key, ready: [], booting: 0, retryAt: 0 };
    shelves.set(key, shelf);
    return shelf;
  }

  return {
    of: (key) => shelves.get(key) ?? create(key),
    all: () => shelves.entries().map(({ value }) => value),
  };
}

/** Returns the boot of the order that has waited longest and that no boot in progress will serve. */
function nextOrdered<Key, Item>(orders: readonly Order<Key, Item>[]): Boot<Key, Item> | undefined {
  const served = new Map<Shelf<Key, Item>, number>();
  for (const order of orders) {
    const { shelf, boot: make } = order;
    if (shelf === undefined) {
      if (!order.isBooting) return { shelf, make, order };
      continue;
    }
    const count = served.get(shelf) ?? 0;
    if (count >= shelf.booting) return { shelf, make };
    served.set(shelf, count + 1);
  }
  return undefined;
}

/** Returns a boot of the key that is furthest below its target, if the budget allows one. */
function nextAhead<Key, Item>(
  shelves: Shelves<Key, Item>,
  options: WarmPoolOptions<Key, Item>,
): Boot<Key, Item> | undefined {
  const { demand, costMb, budgetMb } = options;
  const usedMb = shelves
    .all()
    .reduce((sum, { key, ready, booting }) => sum + (ready.length + booting) * costMb(key), 0);
  const [shelf] = demand
    .keys()
    .map((key) => ({ shelf: shelves.of(key), share: shareOf(shelves.of(key), demand.target(key)) }))
    .filter(({ shelf, share }) => share < 1 && shelf.retryAt <= performance.now())
    .filter(({ shelf }) => usedMb + costMb(shelf.key) <= budgetMb)
    // The sort is stable: of equal shares, the most recently used key comes first.
    .sort((one, other) => one.share - other.share)
    .map((lacking) => lacking.shelf);
  return shelf && { shelf, make: () => options.boot(shelf.key) };
}

function shareOf<Key, Item>({ ready, booting }: Shelf<Key, Item>, target: number): number {
  return (ready.length + booting) / target;
}
