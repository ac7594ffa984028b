import { randomInt } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';

/** User ids as a container sees them. */
export interface UserRange {
  first: number;
  count: number;
}

/** The user id of one container, until the container is removed. */
export interface UserLease {
  uid: number;
  /**
   * The name of the container; undefined for the shared id. An engine has no two containers of one name, so no other
   * daemon, and no later process of this one, gets the id of a container that exists.
   */
  name: string | undefined;
  release(): void;
  /** A container of another daemon has the id. It is not leased again until all others are in use. */
  refuse(): void;
}

/**
 * The user ids of the containers of one engine. The kernel counts inotify instances, pending signals, message queues and
 * pipe buffers for each user id, so two containers with the same one would use up each other's.
 */
export interface UserIds {
  /** Undefined if all containers share an id. */
  readonly range: UserRange | undefined;
  use(range: UserRange | undefined): void;
  /** A container has started with an id of the range, so a later failure has another cause. */
  confirm(): void;
  /** The engine did not start a container with an id of the range. Returns false if the range is confirmed. */
  reject(): boolean;
  /** @throws AppError `engine_unavailable` if all ids are in use */
  lease(): UserLease;
}

/** The id of all containers of an engine that maps too few ids. */
export const sharedUid = 65_534;

/**
 * The range if the engine's ids are those of its machine: below 2^21, because the header of a tar archive has no room for
 * larger ids, and above the ids of users and services. Ids of sub-id ranges of users may be the same, which only shares
 * the kernel's counts.
 */
export const defaultRange: UserRange = { first: 2_000_000, count: 65_536 };

/** In a user namespace the engine usually maps 65,536 ids. Those below 10,000 are often those of images. */
const firstMapped = 10_000;
const maxMapped = 50_000;
/** With fewer ids than sandboxes that can run, the shared id is used. */
const leastMapped = 1000;

/**
 * Returns the range that a user namespace allows, from the text of its `/proc/self/uid_map`; undefined if it maps too few
 * ids. Each line has the first id inside, the first id outside and the number of ids.
 */
export function rangeWithin(uidMap: string): UserRange | undefined {
  const lines = uidMap.slice(0, 4096).split('\n', 64);
  const parts = lines.map((line) => line.trim().split(' ').filter(Boolean).map(Number));
  const ranges = parts.map(([first = 0, , count = 0]) => ({ first, end: first + count }));
  if (ranges.some(({ first, end }) => first <= defaultRange.first && end >= defaultRange.first + defaultRange.count))
    return defaultRange;
  const [widest] = ranges
    .map(({ first, end }) => ({ first: Math.max(first, firstMapped), end: Math.min(end, sharedUid) }))
    .sort((one, other) => other.end - other.first - (one.end - one.first));
  const count = widest === undefined ? 0 : Math.min(widest.end - widest.first, maxMapped);
  return widest === undefined || !(count >= leastMapped) ? undefined : { first: widest.first, count };
}

export function createUserIds(first: UserRange | undefined): UserIds {
  let range = first;
  let isConfirmed = false;
  const leased = new Set<number>();
  const foreign = new Set<number>();

  function lease(): UserLease {
    if (range === undefined) return { uid: sharedUid, name: undefined, release: () => {}, refuse: () => {} };
    const uid = choose(range);
    leased.add(uid);
    return {
      uid,
      name: `strongroom-user-${uid}`,
      release: () => void leased.delete(uid),
      refuse: () => {
        leased.delete(uid);
        foreign.add(uid);
      },
    };
  }

  /** Chooses at random, so that two daemons at one engine, and a container and its successor, rarely meet. */
  function choose({ first, count }: UserRange): number {
    const start = randomInt(count);
    for (let step = 0; step < count; step++) {
      const uid = first + ((start + step) % count);
      if (!leased.has(uid) && !foreign.has(uid)) return uid;
    }
    foreign.clear();
    throw new AppError(
      'engine_unavailable',
      `All ${count} user ids of sandboxes are in use at this engine. Delete sandboxes, or try again when some have ended.`,
      { retryAfterSeconds: 30 },
    );
  }

  return {
    get range() {
      return range;
    },
    use: (next) => {
      range = next;
    },
    confirm: () => {
      isConfirmed = true;
    },
    reject: () => {
      if (isConfirmed || range === undefined) return false;
      range = undefined;
      return true;
    },
    lease,
  };
}
