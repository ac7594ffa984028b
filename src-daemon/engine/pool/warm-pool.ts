import { bootItem, removeFrom } from './pool-boot.ts';
import { createPoolState, nextBoot, type Order, type PoolState, type WarmPoolOptions } from './pool-plan.ts';

export interface WarmPool<Key, Item> {
  /**
   * Takes the item of the key that has waited longest; if there is none, the next one to boot.
   * @throws the error of the boot; the signal's reason
   */
  take(key: Key, signal: AbortSignal): Promise<Item>;
  /** Boots an item for this taker alone. It waits in the same queue as `take`. */
  order(boot: () => Promise<Item>, signal: AbortSignal): Promise<Item>;
  /** Returns true if a `take` would have to wait. */
  isEmpty(key: Key): boolean;
  /** Boots what is missing and discards what is above the target. Call it when demand has changed or a run has ended. */
  refill(): void;
  /** Returns how many items are ready and how many boot. */
  count(): { ready: number; booting: number };
  /** Discards the ready items of a key and forgets its demand. */
  drop(key: Key): void;
  /** Discards all items. Later calls of `take` and `order` throw `reason`. */
  close(reason: unknown): void;
}

/** A refill at once would take processor time from the run that was just given an item. */
const defaultRefillDelayMs = 40;
const upkeepMs = 15_000;

/** Keeps items that are booted ahead of their use and used once. Boots for waiting takers come before boots ahead. */
export function createWarmPool<Key, Item>(options: WarmPoolOptions<Key, Item>): WarmPool<Key, Item> {
  const { demand, refillDelayMs = defaultRefillDelayMs } = options;
  const state = createPoolState<Key, Item>(options.toKey);
  const upkeep = setInterval(refill, upkeepMs);
  upkeep.unref();

  async function take(key: Key, signal: AbortSignal): Promise<Item> {
    demand.note(key);
    const shelf = state.shelves.of(key);
    const item = state.isClosed ? undefined : shelf.ready.shift();
    if (item === undefined) return enqueue({ shelf, boot: () => options.boot(key) }, signal);
    setTimeout(refill, refillDelayMs).unref();
    return item;
  }

  async function enqueue(request: Pick<Order<Key, Item>, 'shelf' | 'boot'>, signal: AbortSignal): Promise<Item> {
    signal.throwIfAborted();
    if (state.isClosed) throw state.closeReason;
    const order: Order<Key, Item> = { ...request, item: Promise.withResolvers<Item>(), isBooting: false };
    const leave = () => {
      removeFrom(state.orders, order);
      order.item.reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    state.orders.push(order);
    refill();
    return order.item.promise.finally(() => signal.removeEventListener('abort', leave));
  }

  function refill(): void {
    if (state.isClosed) return;
    while (state.booting < options.concurrency) {
      const next = nextBoot(state, options);
      if (next === undefined) break;
      void bootItem(next, state, options).then(refill);
    }
    if (state.orders.length === 0) discardSurplus(state, options);
  }

  function drop(key: Key): void {
    demand.forget(key);
    for (const item of state.shelves.of(key).ready.splice(0)) options.discard(item);
  }

  function close(reason: unknown): void {
    if (state.isClosed) return;
    Object.assign(state, { isClosed: true, closeReason: reason });
    clearInterval(upkeep);
    for (const order of state.orders.splice(0)) order.item.reject(reason);
    for (const { ready } of state.shelves.all()) for (const item of ready.splice(0)) options.discard(item);
  }

  return {
    take,
    order: (boot, signal) => enqueue({ shelf: undefined, boot }, signal),
    isEmpty: (key) => state.shelves.of(key).ready.length === 0,
    refill,
    count: () => ({
      ready: state.shelves.all().reduce((sum, { ready }) => sum + ready.length, 0),
      booting: state.booting,
    }),
    drop,
    close,
  };
}

/** Discards the ready items above each key's target, the oldest first. */
function discardSurplus<Key, Item>(
  { shelves }: PoolState<Key, Item>,
  { demand, discard }: WarmPoolOptions<Key, Item>,
): void {
  for (const { key, ready } of shelves.all()) {
    const surplus = Math.max(ready.length - demand.target(key), 0);
    for (const item of ready.splice(0, surplus)) discard(item);
  }
}
