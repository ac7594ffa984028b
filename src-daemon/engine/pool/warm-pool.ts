import { carryOut, removeFrom } from './pool-boot.ts';
import { createPoolState, nextBoot, type Order, type PoolState, type WarmPoolOptions } from './pool-plan.ts';

export interface WarmPool<Item> {
  /**
   * The item of a key that has waited longest, for good; where there is none, the next to boot.
   * @throws what the boot throws; the signal's reason
   */
  take(key: string, signal: AbortSignal): Promise<Item>;
  /** One more, made for its taker alone, in the same line. */
  order(boot: () => Promise<Item>, signal: AbortSignal): Promise<Item>;
  /** Whether a `take` would have to wait. */
  isEmpty(key: string): boolean;
  /** The demand has changed, or somebody's run is over: time to refill. */
  refill(): void;
  /** How many wait to be taken, and how many boot. */
  count(): { ready: number; booting: number };
  /** Discards what waits of a key and forgets that it was wanted. */
  drop(key: string): void;
  /** Discards all; nothing boots or is given out from now on. */
  close(reason: unknown): void;
}

/** A refill would take its processor time from the run that was just given an item. */
const usualRefillDelayMs = 40;
const upkeepMs = 15_000;

/** Items that are booted ahead of their use and used once; those who wait come before those who might come. */
export function createWarmPool<Item>(options: WarmPoolOptions<Item>): WarmPool<Item> {
  const { demand, refillDelayMs = usualRefillDelayMs } = options;
  const state = createPoolState<Item>();
  const upkeep = setInterval(refill, upkeepMs);
  upkeep.unref();

  async function take(key: string, signal: AbortSignal): Promise<Item> {
    demand.note(key);
    const item = state.isClosed ? undefined : state.shelves.of(key).ready.shift();
    if (item === undefined) return enqueue({ key, boot: () => options.boot(key) }, signal);
    setTimeout(refill, refillDelayMs).unref();
    return item;
  }

  async function enqueue(what: Pick<Order<Item>, 'key' | 'boot'>, signal: AbortSignal): Promise<Item> {
    signal.throwIfAborted();
    if (state.isClosed) throw state.closedBy;
    const order: Order<Item> = { ...what, turn: Promise.withResolvers<Item>(), isBooting: false };
    const leave = () => {
      removeFrom(state.orders, order);
      order.turn.reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    state.orders.push(order);
    refill();
    return order.turn.promise.finally(() => signal.removeEventListener('abort', leave));
  }

  function refill(): void {
    if (state.isClosed) return;
    while (state.booting < options.concurrency) {
      const next = nextBoot(state, options);
      if (next === undefined) break;
      void carryOut(next, state, options).then(refill);
    }
    if (state.orders.length === 0) discardSurplus(state, options);
  }

  function drop(key: string): void {
    demand.forget(key);
    for (const item of state.shelves.of(key).ready.splice(0)) options.discard(item);
  }

  function close(reason: unknown): void {
    if (state.isClosed) return;
    Object.assign(state, { isClosed: true, closedBy: reason });
    clearInterval(upkeep);
    for (const order of state.orders.splice(0)) order.turn.reject(reason);
    for (const [, { ready }] of state.shelves.all()) for (const item of ready.splice(0)) options.discard(item);
  }

  return {
    take,
    order: (boot, signal) => enqueue({ key: undefined, boot }, signal),
    isEmpty: (key) => state.shelves.of(key).ready.length === 0,
    refill,
    count: () => ({
      ready: state.shelves.all().reduce((sum, [, { ready }]) => sum + ready.length, 0),
      booting: state.booting,
    }),
    drop,
    close,
  };
}

/** What is no longer deserved goes, the oldest first. */
function discardSurplus<Item>({ shelves }: PoolState<Item>, { demand, discard }: WarmPoolOptions<Item>): void {
  for (const [key, { ready }] of shelves.all()) {
    const surplus = Math.max(ready.length - demand.wanted(key), 0);
    for (const item of ready.splice(0, surplus)) discard(item);
  }
}
