import SealWorker from './seal.worker.ts?worker&inline';
import type { SealAnswer, SealTask } from './seal-task.ts';

/** Asks a worker; the answers come one after the other, so each task waits for the one before. */
export type AskWorker = (task: SealTask) => Promise<SealAnswer>;

/** Runs one task in a worker of its own and ends that: keys and plaintext go with its memory. */
export function askWorker(task: SealTask): Promise<SealAnswer> {
  return withWorker((ask) => ask(task));
}

/**
 * Works with one worker that lives as long as `work`, and keeps the keys that it derived until then. The worker's script
 * is part of this module, because a worker's address cannot carry a hash.
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
