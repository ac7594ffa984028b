/** Wakes those who wait for a state to change. */
export interface Change {
  /** Wakes all that wait now. */
  notify(): void;
  /** Resolves at the next change, or when a signal aborts. Never rejects. */
  next(signals: AbortSignal[]): Promise<void>;
}

export function createChange(): Change {
  let change = Promise.withResolvers<void>();

  return {
    notify: () => {
      change.resolve();
      change = Promise.withResolvers();
    },
    next: async (signals) => {
      const any = AbortSignal.any(signals);
      if (any.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const onAbort = () => resolve();
      any.addEventListener('abort', onAbort, { once: true });
      await Promise.race([change.promise, promise]);
      any.removeEventListener('abort', onAbort);
    },
  };
}
