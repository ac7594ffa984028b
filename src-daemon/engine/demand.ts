/** How many warm ones each key deserves, learned from the runs of late. */
export interface Demand {
  note(key: string): void;
  /** As if somebody had just used it. */
  expect(key: string): void;
  wanted(key: string): number;
  /** Keys that deserve any, the latest used first. */
  keys(): string[];
  forget(key: string): void;
  /** No key deserves any from now on. */
  cease(): void;
}

interface Usage {
  lastAt: number;
  /** Uses within one window, at most, of late. */
  peak: number;
  windowAt: number;
  inWindow: number;
}

/** About as long as it takes to boot a few: what comes faster than this must be there already. */
const windowMs = 1000;
const halfLifeMs = 60_000;
const forgottenAfterMs = 30 * 60_000;
const mostPerKey = 8;

/** Keeps the peak of each key's use, halved every minute; a key unused for half an hour deserves nothing. */
export function createDemand(now: () => number = () => performance.now()): Demand {
  const usages = new Map<string, Usage>();
  let hasCeased = false;

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
    if (hasCeased || usage === undefined || now() - usage.lastAt >= forgottenAfterMs) return 0;
    return Math.min(Math.max(Math.ceil(fade(usage, now()) - 0.5), 1), mostPerKey);
  }

  return {
    note,
    expect: (key) => {
      const usage = usageOf(key);
      Object.assign(usage, { lastAt: now(), peak: Math.max(fade(usage, now()), 1) });
    },
    wanted,
    keys: () => [...usages.keys()].reverse().filter((key) => wanted(key) > 0),
    forget: (key) => usages.delete(key),
    cease: () => {
      hasCeased = true;
    },
  };
}

function fade(usage: Usage, at: number): number {
  return usage.peak * 0.5 ** ((at - usage.lastAt) / halfLifeMs);
}
