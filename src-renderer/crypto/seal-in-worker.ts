import type { ZKPayload } from '../../src-shared/zk/zk-payload.ts';
import { ApiError } from '../client/api-error.ts';
import type { SealAnswer, SealTask } from './seal-task.ts';

/** Encrypts code in this window: the daemon gets the payload and nothing else. */
export async function sealInWorker(masterPassword: string, code: string): Promise<ZKPayload> {
  const answer = await ask({ kind: 'seal', masterPassword, code });
  if (answer.kind !== 'sealed') throw new ApiError('unreadable', 'The code could not be encrypted in this window.');
  return answer.payload;
}

/** Decrypts code in this window. @throws ApiError `decryption_failed` */
export async function openInWorker(masterPassword: string, payload: ZKPayload): Promise<string> {
  const answer = await ask({ kind: 'open', masterPassword, payload });
  if (answer.kind === 'opened') return answer.code;
  const wrong = answer.kind === 'failed' && answer.wrongPassword;
  throw wrong
    ? new ApiError(
        'decryption_failed',
        'The master password does not open this code, or the stored bytes were changed.',
      )
    : new ApiError('unreadable', 'The code could not be decrypted in this window.');
}

/** One worker a task, ended behind it: keys and plaintext go with its memory. */
async function ask(task: SealTask): Promise<SealAnswer> {
  const worker = new Worker(new URL('./seal.worker.ts', import.meta.url), { type: 'module' });
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
