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
 * The end of a sandbox's time. Idle time counts from the end of the last use, and also while the sandbox is paused; the
 * lifetime counts from the creation.
 */
export function createExpiry({ createdAt, limits: given, now, onExpired }: ExpiryOptions) {
  let limits = given;
  let lastUsedAt = now();
  let uses = 0;
  let timer: NodeJS.Timeout | undefined;
  /** When the timer fires; epoch ms. */
  let checkAt = Number.POSITIVE_INFINITY;
  let isStopped = false;
  let whenUnused = Promise.withResolvers<void>();
  arm();

  return {
    limits: () => limits,
    /** Returns the end in epoch ms, if nothing happens before. */
    expiresAt: (): number => Math.min(lifetimeEnd(), (uses > 0 ? now() : lastUsedAt) + limits.idleTimeoutMs),

    /** Begins a use, during which there is no idle end. Returns the function that ends it. */
    beginUse(): () => void {
      uses++;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        lastUsedAt = now();
        if (--uses > 0) return;
        whenUnused.resolve();
        whenUnused = Promise.withResolvers<void>();
        arm();
      };
    },

    /** Resolves when no use is in progress. */
    unused: (): Promise<void> => (uses === 0 ? Promise.resolve() : whenUnused.promise),

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

  function idleEnd(): number {
    return uses > 0 ? Number.POSITIVE_INFINITY : lastUsedAt + limits.idleTimeoutMs;
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
