import SealWorker from './seal.worker.ts?worker&inline';
import type { SealAnswer, SealTask } from './seal-task.ts';

/**
 * Runs one task in a worker of its own and ends that: keys and plaintext go with its memory. The worker's script is part
 * of this module, because a worker's address cannot carry a hash.
 */
export async function askWorker(task: SealTask): Promise<SealAnswer> {
  const worker = new SealWorker();
  try {
    return await new Promise<SealAnswer>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<SealAnswer>) => resolve(data);
      worker.onerror = () => resolve({ kind: 'failed', wrongPassword: false });
      worker.postMessage(task);
    });
  } finally {
    worker.terminate();
  }
}
