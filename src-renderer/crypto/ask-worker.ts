import SealWorker from './seal.worker.ts?worker&inline';
import type { SealAnswer, SealTask } from './seal-task.ts';

/** Sends a task to a worker. Await each answer before the next task. */
export type AskWorker = (task: SealTask) => Promise<SealAnswer>;

/** Runs one task in its own worker and terminates it, which drops keys and plaintext. */
export function askWorker(task: SealTask): Promise<SealAnswer> {
  return withWorker((ask) => ask(task));
}

/**
 * Runs `work` with one worker, which caches the keys that it derives and is terminated afterwards. The worker's script
 * is part of this module, because a worker's URL cannot have an integrity hash.
 */
export async function withWorker<Result>(work: (ask: AskWorker) => Promise<Result>): Promise<Result> {
  const worker = new SealWorker();
  const ask: AskWorker = (task) =>
    new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<SealAnswer>) => resolve(data);
      worker.onerror = () => resolve({ kind: 'failed', wrongPassword: false });
      worker.postMessage(task);
    });
  try {
    return await work(ask);
  } finally {
    worker.terminate();
  }
}
