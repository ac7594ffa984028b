import { loadPart } from '../client/load-part.ts';
import type { TaskWorker } from './ask-worker.ts';
import type { SealAnswer, SealTask } from './seal-task.ts';

/** The worker of the open vault, which keeps the keys that it derived in its memory. */
interface HeldWorker {
  masterPassword: string;
  /** Starts with the first task. */
  worker: Promise<TaskWorker> | undefined;
  start(): Promise<TaskWorker>;
  last: Promise<unknown>;
}

let held: HeldWorker | undefined;

/**
 * Keeps one worker for the scripts of the vault that this master password opens, so that each key is derived once. The
 * worker of another password is terminated.
 */
export function holdKeys(masterPassword: string, start = loadAndStart): void {
  if (held?.masterPassword === masterPassword) return;
  dropKeys();
  held = { masterPassword, worker: undefined, start, last: Promise.resolve() };
}

/** The worker's script, with Argon2 in it, is loaded when it is first used. */
async function loadAndStart(): Promise<TaskWorker> {
  const { startWorker } = await loadPart(() => import('./ask-worker.ts'));
  return startWorker();
}

/** Terminates the worker with all keys and plaintext in it. */
export function dropKeys(): void {
  held?.worker?.then(
    ({ terminate }) => terminate(),
    () => undefined,
  );
  held = undefined;
}

/**
 * Sends a task to the worker of this password, after those before it.
 * @param signal a task that waits is not sent once it is aborted
 * @returns undefined if there is no such worker, or it was terminated before the task
 */
export async function askHeld(
  task: Extract<SealTask, { masterPassword: string }>,
  signal?: AbortSignal,
): Promise<SealAnswer | undefined> {
  const own = held;
  if (own === undefined || own.masterPassword !== task.masterPassword) return undefined;
  const answer = own.last.then(async () => {
    signal?.throwIfAborted();
    if (held !== own) return undefined;
    own.worker ??= own.start();
    const { ask } = await own.worker.catch((error: unknown) => {
      // The next task tries again.
      own.worker = undefined;
      throw error;
    });
    return held === own ? ask(task) : undefined;
  });
  own.last = answer.catch(() => undefined);
  return answer;
}
