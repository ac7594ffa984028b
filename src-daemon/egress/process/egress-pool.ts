import { egressUnavailable } from '../egress-errors.ts';
import { type EgressChild, startEgressChild } from './egress-child.ts';
import { egressCommand } from './egress-command.ts';

/**
 * The egress processes of a daemon: one for each run, and one that has booted ahead while they are in use. The caller
 * of `take` has a slot for the process (egress-slots.ts).
 */
export interface EgressPool {
  /** @throws AppError `egress_unavailable` */
  take(): Promise<EgressChild>;
}

interface PoolOptions {
  /** Kills all of them when it aborts; nothing starts any more. */
  stopped: AbortSignal;
  command?: () => readonly string[];
  /** The process that boots ahead ends after this time without a run that takes it, in ms. */
  spareMs?: number;
}

const defaultSpareMs = 10 * 60_000;

export function createEgressPool({
  stopped,
  command = egressCommand,
  spareMs = defaultSpareMs,
}: PoolOptions): EgressPool {
  const taken = new Set<EgressChild>();
  let spare: EgressChild | undefined;
  let timer: NodeJS.Timeout | undefined;

  function start(): EgressChild {
    return startEgressChild(command());
  }

  function dropSpare(): void {
    clearTimeout(timer);
    spare?.kill();
    spare = undefined;
  }

  function bootAhead(): void {
    if (stopped.aborted || spare !== undefined) return;
    const child = start();
    spare = child;
    void child.exited.then(() => {
      if (spare === child) spare = undefined;
    });
  }

  /** @throws AppError `egress_unavailable` */
  async function bootedOf(child: EgressChild): Promise<EgressChild> {
    taken.add(child);
    void child.exited.then(() => taken.delete(child));
    try {
      await child.booted;
      return child;
    } catch (cause) {
      throw egressUnavailable('The process for its connections did not start.', cause);
    }
  }

  async function take(): Promise<EgressChild> {
    stopped.throwIfAborted();
    const ready = spare;
    spare = undefined;
    // The process that booted ahead may just have exited.
    const child = (ready && (await bootedOf(ready).catch(() => undefined))) ?? (await bootedOf(start()));
    // After the run has started: a process that boots takes processor time from it.
    clearTimeout(timer);
    timer = setTimeout(dropSpare, spareMs).unref();
    setTimeout(bootAhead, 500).unref();
    return child;
  }

  stopped.addEventListener('abort', () => {
    dropSpare();
    for (const child of taken) child.kill();
  });
  return { take };
}
