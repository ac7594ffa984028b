import SealWorker from './seal.worker.ts?worker&inline';
import type { SealAnswer, SealTask } from './seal-task.ts';

/** Sends a task to a worker. Await each answer before the next task. */
export type AskWorker = (task: SealTask) => Promise<SealAnswer>;

/** A worker, which caches the keys that it derives. */
export interface TaskWorker {
  ask: AskWorker;
  /** Drops keys and plaintext. A task that is under way fails. */
  terminate(): void;
}

/** Starts a worker. Its script is part of this module, because a worker's URL cannot have an integrity hash. */
export function startWorker(): TaskWorker {
  const worker = new SealWorker();
  let endTask: ((answer: SealAnswer) => void) | undefined;
  const fail = () => endTask?.({ kind: 'failed', wrongPassword: false });
  worker.onmessage = ({ data }: MessageEvent<SealAnswer>) => endTask?.(data);
  worker.onerror = fail;
  return {
    ask: (task) =>
      new Promise((resolve) => {
        endTask = resolve;
        worker.postMessage(task);
      }),
    terminate: () => {
      worker.terminate();
      fail();
    },
  };
}

/** Runs one task in its own worker and terminates it, which drops keys and plaintext. */
export function askWorker(task: SealTask): Promise<SealAnswer> {
  return withWorker((ask) => ask(task));
}

/** Runs `work` with one worker, which is terminated afterwards. */
export async function withWorker<Result>(work: (ask: AskWorker) => Promise<Result>): Promise<Result> {
  const { ask, terminate } = startWorker();
  try {
    return await work(ask);
  } finally {
    terminate();
  }
}
