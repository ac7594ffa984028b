import { createKeyedMap } from './keyed-map.ts';

/** Target number of warm items per key, learned from recent runs. */
export interface Demand<Key> {
  /** Records one use of the key. */
  note(key: Key): void;
  /** Records that a use of the key is expected soon. */
  expect(key: Key): void;
  /** Returns how many warm items the key should have. */
  target(key: Key): number;
  /** Returns the keys whose target is at least one, the most recently used first. */
  keys(): Key[];
  forget(key: Key): void;
  /** While demand is inactive, every target is 0; uses are still recorded. It is active at first. */
  setActive(isActive: boolean): void;
}

export interface DemandOptions<Key> {
  /** Returns the same text for equal keys, and another one for different keys. */
  toKey: (key: Key) => string;
  /** Milliseconds of a monotonic clock. */
  now?: (() => number) | undefined;
  /** Period in which uses are counted together, in ms: about as long as a few boots take. */
  windowMs?: number;
  maxPerKey?: number;
  /** Keys whose target is at least one even if they were never used. */
  always?: readonly Key[];
}

interface Usage {
  lastAt: number;
  /** The most uses within one window; it decays with time. */
  peak: number;
  windowAt: number;
  inWindow: number;
}

const defaultWindowMs = 1000;
const halfLifeMs = 60_000;
const forgottenAfterMs = 30 * 60_000;
const defaultMaxPerKey = 8;

/** Targets the peak use of each key, halved every minute. A key that was not used for half an hour has no target. */
export function createDemand<Key>(options: DemandOptions<Key>): Demand<Key> {
  const { now = () => performance.now(), windowMs = defaultWindowMs, maxPerKey = defaultMaxPerKey, toKey } = options;
  const always = createKeyedMap<Key, undefined>(toKey);
  for (const key of options.always ?? []) always.set(key, undefined);
  const usages = createKeyedMap<Key, Usage>(toKey);
  let isActive = true;

  function usageOf(key: Key): Usage {
    const usage = usages.get(key) ?? { lastAt: now(), peak: 0, windowAt: now(), inWindow: 0 };
    usages.set(key, usage);
    return usage;
  }

  function note(key: Key): void {
    const usage = usageOf(key);
    const at = now();
    const faded = fade(usage, at);
    if (at - usage.windowAt > windowMs) Object.assign(usage, { windowAt: at, inWindow: 0 });
    usage.inWindow++;
    usage.peak = Math.max(faded, usage.inWindow);
    usage.lastAt = at;
  }

  function target(key: Key): number {
    const usage = usages.get(key);
    if (!isActive) return 0;
    if (usage === undefined || now() - usage.lastAt >= forgottenAfterMs) return always.has(key) ? 1 : 0;
    return Math.min(Math.max(Math.ceil(fade(usage, now()) - 0.5), 1), maxPerKey);
  }

  function keys(): Key[] {
    const used = usages.entries().reverse();
    const unused = always.entries().filter(({ key }) => !usages.has(key));
    return [...used, ...unused].map(({ key }) => key).filter((key) => target(key) > 0);
  }

  return {
    note,
    expect: (key) => {
      const usage = usageOf(key);
      Object.assign(usage, { lastAt: now(), peak: Math.max(fade(usage, now()), 1) });
    },
    target,
    keys,
    forget: usages.delete,
    setActive: (next) => {
      isActive = next;
    },
  };
}

function fade(usage: Usage, at: number): number {
  return usage.peak * 0.5 ** ((at - usage.lastAt) / halfLifeMs);
}
