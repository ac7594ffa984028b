/** What happened to a container, by the engine's own word. */
export interface ContainerFate {
  /** Whether the kernel killed something in it for want of memory. */
  readonly oom: boolean;
  /** Fulfilled when the engine has removed it, and nothing of it holds a volume any more; never rejected. */
  readonly removed: Promise<void>;
  forget(): void;
}

export interface EngineEvent {
  Action?: string;
  id?: string;
  Actor?: { ID?: string };
}

export interface ContainerFates {
  take(event: EngineEvent): void;
  watch(containerId: string): ContainerFate;
}

/** Sorts the engine's events by container. With AutoRemove there is nobody left to ask afterwards. */
export function createFates(): ContainerFates {
  const watched = new Map<string, { oom: boolean; remove: () => void }>();

  return {
    take: (event) => {
      const entry = watched.get(event.Actor?.ID ?? event.id ?? '');
      if (entry === undefined) return;
      if (event.Action === 'oom') entry.oom = true;
      if (event.Action === 'destroy') entry.remove();
    },
    watch: (containerId) => {
      const removal = Promise.withResolvers<void>();
      const entry = { oom: false, remove: removal.resolve };
      watched.set(containerId, entry);
      return {
        get oom() {
          return entry.oom;
        },
        removed: removal.promise,
        forget: () => watched.delete(containerId),
      };
    },
  };
}
