import { ApiError } from '../../../client/api-error.ts';
import ZipWorker from './zip.worker.ts?worker&inline';
import type { ZipAnswer, ZipTask } from './zip-task.ts';

/** A zip of decrypted scripts that a worker makes. Await each answer before the next call. */
export interface ZipInWorker {
  /** @throws ApiError `decryption_failed` */
  add(script: Omit<Extract<ZipTask, { kind: 'add' }>, 'kind'>): Promise<void>;
  finish(): Promise<Blob>;
}

/** Runs `work` with one worker, whose keys and plaintext are dropped afterwards. */
export async function withZip<Result>(work: (zip: ZipInWorker) => Promise<Result>): Promise<Result> {
  const worker = new ZipWorker();
  const ask = (task: ZipTask): Promise<ZipAnswer> =>
    new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ZipAnswer>) => resolve(data);
      worker.onerror = () => resolve({ kind: 'failed' });
      worker.postMessage(task);
    });
  try {
    return await work({
      add: async (script) => {
        const answer = await ask({ kind: 'add', ...script });
        if (answer.kind === 'added') return;
        throw new ApiError(
          'decryption_failed',
          'The master password does not decrypt this script, or its stored bytes were changed.',
        );
      },
      finish: async () => {
        const answer = await ask({ kind: 'finish' });
        if (answer.kind === 'finished') return answer.archive;
        throw new ApiError('unreadable', 'The zip could not be made in this window. Reload the window and try again.');
      },
    });
  } finally {
    worker.terminate();
  }
}
