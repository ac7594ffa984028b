/** How many warm items each key deserves, learned from recent runs. */
export interface Demand {
  note(key: string): void;
  /** Counts as one use of the key just now. */
  expect(key: string): void;
  wanted(key: string): number;
  /** Keys that deserve any, the latest used first. */
  keys(): string[];
  forget(key: string): void;
  /** While it is not active, no key deserves any; uses are still noted. It is active at first. */
  setActive(isActive: boolean): void;
}

export interface DemandOptions {
  /** Milliseconds of a clock that never goes back. */
  now?: (() => number) | undefined;
  /** About as long as it takes to boot a few: items that are used faster than this must wait already. */
  windowMs?: number;
  mostPerKey?: number;
  /** Keys that deserve one even when they were never used. */
  always?: readonly string[];
}

interface Usage {
  lastAt: number;
  /** The most uses within one window, halved as time passes. */
  peak: number;
  windowAt: number;
  inWindow: number;
}

const usualWindowMs = 1000;
const halfLifeMs = 60_000;
const forgottenAfterMs = 30 * 60_000;
const usualMostPerKey = 8;

/** Keeps the peak of each key's use, halved every minute; a key unused for half an hour deserves nothing, or one if always. */
export function createDemand(options: DemandOptions = {}): Demand {
  const { now = () => performance.now(), windowMs = usualWindowMs, mostPerKey = usualMostPerKey } = options;
  const always = new Set(options.always);
  const usages = new Map<string, Usage>();
  let isActive = true;

  function usageOf(key: string): Usage {
    const usage = usages.get(key) ?? { lastAt: now(), peak: 0, windowAt: now(), inWindow: 0 };
    usages.delete(key);
    usages.set(key, usage);
    return usage;
  }

  function note(key: string): void {
    const usage = usageOf(key);
    const at = now();
    const faded = fade(usage, at);
    if (at - usage.windowAt > windowMs) Object.assign(usage, { windowAt: at, inWindow: 0 });
    usage.inWindow++;
    usage.peak = Math.max(faded, usage.inWindow);
    usage.lastAt = at;
  }

  function wanted(key: string): number {
    const usage = usages.get(key);
    if (!isActive) return 0;
    if (usage === undefined || now() - usage.lastAt >= forgottenAfterMs) return always.has(key) ? 1 : 0;
    return Math.min(Math.max(Math.ceil(fade(usage, now()) - 0.5), 1), mostPerKey);
  }

  return {
    note,
    expect: (key) => {
      const usage = usageOf(key);
      Object.assign(usage, { lastAt: now(), peak: Math.max(fade(usage, now()), 1) });
    },
    wanted,
    keys: () => [...new Set([...[...usages.keys()].reverse(), ...always])].filter((key) => wanted(key) > 0),
    forget: (key) => usages.delete(key),
    setActive: (next) => {
      isActive = next;
    },
  };
}

function fade(usage: Usage, at: number): number {
  return usage.peak * 0.5 ** ((at - usage.lastAt) / halfLifeMs);
}
