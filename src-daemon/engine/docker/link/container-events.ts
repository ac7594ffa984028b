import { setTimeout as sleep } from 'node:timers/promises';

/** The events of one container, as the engine reports them. */
export interface ContainerEvents {
  /** True if the kernel killed a process of the container because of its memory limit. */
  readonly oom: boolean;
  /** True if that process was init: the kernel kills it only if no other process is left. */
  readonly isInitKilled: boolean;
  /** Resolves when the engine has removed the container, and so released its volumes. Never rejects. */
  readonly removed: Promise<void>;
  /** Stops following the container. */
  forget(): void;
}

export interface EngineEvent {
  Action?: string;
  id?: string;
  Actor?: { ID?: string; Attributes?: { exitCode?: string } };
}

export interface ContainerWatch {
  add(event: EngineEvent): void;
  watch(containerId: string): ContainerEvents;
}

/** 128 and the number of SIGKILL. */
const killedExitCode = '137';

/** Sorts the engine's events by container. A container with AutoRemove cannot be inspected after its exit. */
export function createContainerWatch(): ContainerWatch {
  const watched = new Map<string, { oom: boolean; isKilled: boolean; setRemoved: () => void }>();

  return {
    add: (event) => {
      const entry = watched.get(event.Actor?.ID ?? event.id ?? '');
      if (entry === undefined) return;
      if (event.Action === 'oom') entry.oom = true;
      if (event.Action === 'die') entry.isKilled = event.Actor?.Attributes?.exitCode === killedExitCode;
      if (event.Action === 'destroy') entry.setRemoved();
    },
    watch: (containerId) => {
      const removal = Promise.withResolvers<void>();
      const entry = { oom: false, isKilled: false, setRemoved: removal.resolve };
      watched.set(containerId, entry);
      return {
        get oom() {
          return entry.oom;
        },
        get isInitKilled() {
          return entry.oom && entry.isKilled;
        },
        removed: removal.promise,
        forget: () => watched.delete(containerId),
      };
    },
  };
}

const lastEventsMs = 1500;

/**
 * Call it when the stream of a container has closed. Resolves when the container's last events were received, of which
 * `oom` may be one, and the engine was asked whether it still answers: an engine that exits takes its containers along.
 */
export async function waitForLastEvents(link: { lost: AbortSignal; confirm(): Promise<void> }): Promise<void> {
  await sleep(lastEventsMs, undefined, { ref: false });
  if (!link.lost.aborted) await link.confirm();
}
