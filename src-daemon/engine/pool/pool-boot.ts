import type { Boot, Order, PoolState, Shelf, WarmPoolOptions } from './pool-plan.ts';

const retryMs = 10_000;

/** Boots one item and gives it to whoever it is for; what a boot throws is thrown at that one. Never rejects. */
export async function carryOut<Item>(
  boot: Boot<Item>,
  state: PoolState<Item>,
  options: WarmPoolOptions<Item>,
): Promise<void> {
  const shelf = boot.key === undefined ? undefined : state.shelves.of(boot.key);
  if (boot.order !== undefined) boot.order.isBooting = true;
  if (shelf !== undefined) shelf.booting++;
  state.booting++;
  try {
    const item = await boot.make();
    give(item, { boot, taker: takerOf(boot, state), state }, options);
  } catch (error) {
    takerOf(boot, state)?.turn.reject(error);
    if (shelf !== undefined) shelf.retryAt = performance.now() + retryMs;
  } finally {
    state.booting--;
    if (shelf !== undefined) shelf.booting--;
  }
}

/** Takes an item out of a list; false where it is not in it. */
export function removeFrom<T>(list: T[], item: T): boolean {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
  return index >= 0;
}

interface Destination<Item> {
  boot: Boot<Item>;
  taker: Order<Item> | undefined;
  state: PoolState<Item>;
}

function give<Item>(item: Item, { boot, taker, state }: Destination<Item>, options: WarmPoolOptions<Item>): void {
  if (state.isClosed) options.discard(item);
  else if (taker !== undefined) taker.turn.resolve(item);
  else if (boot.key === undefined || options.demand.wanted(boot.key) === 0) options.discard(item);
  else shelve(item, state.shelves.of(boot.key), options);
}

/** Takes out of the line whoever the boot is for: the one who ordered it, or the first who waits for its key. */
function takerOf<Item>({ key, order }: Boot<Item>, { orders }: PoolState<Item>): Order<Item> | undefined {
  const taker = key === undefined ? order : orders.find((each) => each.key === key);
  return taker !== undefined && removeFrom(orders, taker) ? taker : undefined;
}

function shelve<Item>(item: Item, shelf: Shelf<Item>, { deathOf, discard }: WarmPoolOptions<Item>): void {
  shelf.retryAt = 0;
  shelf.ready.push(item);
  void deathOf(item).then(() => {
    if (!removeFrom(shelf.ready, item)) return;
    discard(item);
    shelf.retryAt = performance.now() + retryMs;
  });
}
