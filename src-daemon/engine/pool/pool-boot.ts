import type { Boot, Order, PoolState, Shelf, WarmPoolOptions } from './pool-plan.ts';

const retryMs = 10_000;

/** Boots one item and gives it to its taker; an error of the boot is thrown at the taker. Never rejects. */
export async function bootItem<Key, Item>(
  boot: Boot<Key, Item>,
  state: PoolState<Key, Item>,
  options: WarmPoolOptions<Key, Item>,
): Promise<void> {
  const { shelf, order } = boot;
  if (order !== undefined) order.isBooting = true;
  if (shelf !== undefined) shelf.booting++;
  state.booting++;
  try {
    const item = await boot.make();
    give(item, { shelf, taker: removeTaker(boot, state), isClosed: state.isClosed }, options);
  } catch (error) {
    removeTaker(boot, state)?.item.reject(error);
    if (shelf !== undefined) shelf.retryAt = performance.now() + retryMs;
  } finally {
    state.booting--;
    if (shelf !== undefined) shelf.booting--;
  }
}

/** Removes an item from a list. Returns false if the list does not have it. */
export function removeFrom<T>(list: T[], item: T): boolean {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
  return index >= 0;
}

interface Destination<Key, Item> {
  shelf: Shelf<Key, Item> | undefined;
  taker: Order<Key, Item> | undefined;
  isClosed: boolean;
}

function give<Key, Item>(
  item: Item,
  { shelf, taker, isClosed }: Destination<Key, Item>,
  options: WarmPoolOptions<Key, Item>,
): void {
  if (isClosed) options.discard(item);
  else if (taker !== undefined) taker.item.resolve(item);
  else if (shelf === undefined || options.demand.target(shelf.key) === 0) options.discard(item);
  else putOn(shelf, item, options);
}

/** Removes and returns the order that the boot serves: the one it is for, or the first one that waits for its key. */
function removeTaker<Key, Item>(
  { shelf, order }: Boot<Key, Item>,
  { orders }: PoolState<Key, Item>,
): Order<Key, Item> | undefined {
  const taker = shelf === undefined ? order : orders.find((each) => each.shelf === shelf);
  return taker !== undefined && removeFrom(orders, taker) ? taker : undefined;
}

function putOn<Key, Item>(shelf: Shelf<Key, Item>, item: Item, { deathOf, discard }: WarmPoolOptions<Key, Item>): void {
  shelf.retryAt = 0;
  shelf.ready.push(item);
  void deathOf(item).then(() => {
    if (!removeFrom(shelf.ready, item)) return;
    discard(item);
    shelf.retryAt = performance.now() + retryMs;
  });
}
