/** Maximum time between two checks, so that an end is noticed after the computer slept or its clock was changed. */
const checkEveryMs = 30_000;

interface ExpiryOptions {
  /** Epoch ms. */
  createdAt: number;
  limits: TimeLimits;
  now: () => number;
  /** Called once. */
  onExpired: (reason: 'idle' | 'lifetime') => void;
}

export interface TimeLimits {
  idleTimeoutMs: number;
  maxLifetimeMs: number;
}

export type Expiry = ReturnType<typeof createExpiry>;

/**
 * The end of a sandbox's time. Idle time counts from the end of the last use or from the pause: a use that is in progress
 * cannot end then. The lifetime counts from the creation.
 */
export function createExpiry({ createdAt, limits: given, now, onExpired }: ExpiryOptions) {
  let limits = given;
  let lastUsedAt = now();
  let uses = 0;
  let timer: NodeJS.Timeout | undefined;
  /** When the timer fires; epoch ms. */
  let checkAt = Number.POSITIVE_INFINITY;
  let isStopped = false;
  let isPaused = false;
  let whenUnused = Promise.withResolvers<void>();
  arm();

  return {
    limits: () => limits,
    /** Returns the end in epoch ms, if nothing happens before. */
    expiresAt: (): number => Math.min(lifetimeEnd(), (isInUse() ? now() : lastUsedAt) + limits.idleTimeoutMs),

    /** Begins a use, during which there is no idle end. Returns the function that ends it. */
    beginUse(): () => void {
      uses++;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        lastUsedAt = now();
        if (--uses === 0) reportUnused();
      };
    },

    /** Resolves when no use is in progress. */
    unused: (): Promise<void> => (isInUse() ? whenUnused.promise : Promise.resolve()),

    /** Uses that are in progress do not count while the sandbox is paused. */
    setPaused(value: boolean): void {
      isPaused = value;
      lastUsedAt = now();
      if (!isInUse()) reportUnused();
    },

    change(changed: Partial<TimeLimits>): void {
      limits = { ...limits, ...changed };
      arm();
    },

    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };

  function lifetimeEnd(): number {
    return createdAt + limits.maxLifetimeMs;
  }

  function isInUse(): boolean {
    return uses > 0 && !isPaused;
  }

  function reportUnused(): void {
    whenUnused.resolve();
    whenUnused = Promise.withResolvers<void>();
    arm();
  }

  function idleEnd(): number {
    return isInUse() ? Number.POSITIVE_INFINITY : lastUsedAt + limits.idleTimeoutMs;
  }

  /** Sets the timer, unless an earlier check is set already. */
  function arm(): void {
    const time = now();
    const at = Math.min(lifetimeEnd(), idleEnd(), time + checkEveryMs);
    if (isStopped || at >= checkAt) return;
    clearTimeout(timer);
    checkAt = at;
    timer = setTimeout(check, Math.max(at - time, 0));
    timer.unref();
  }

  function check(): void {
    checkAt = Number.POSITIVE_INFINITY;
    const reason = now() >= lifetimeEnd() ? 'lifetime' : now() >= idleEnd() ? 'idle' : undefined;
    if (reason === undefined) {
      arm();
      return;
    }
    isStopped = true;
    onExpired(reason);
  }
}
