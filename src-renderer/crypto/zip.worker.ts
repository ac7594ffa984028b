import './without-eval.ts';
import { openOfBatch } from './code-keys.ts';
import type { ZipAnswer, ZipTask } from './zip-task.ts';
import { createZip } from './zip-writer.ts';

/** Decrypts scripts and compresses them. Plaintext leaves this worker only in the finished zip. */
const zip = createZip();

self.onmessage = async ({ data }: MessageEvent<ZipTask>) => {
  self.postMessage(await answer(data));
};

async function answer(task: ZipTask): Promise<ZipAnswer> {
  if (task.kind === 'finish') return { kind: 'finished', zip: zip.finish() };
  try {
    zip.add(task.path, await openOfBatch(task.masterPassword, task.payload), task.modifiedAt);
    return { kind: 'added' };
  } catch {
    return { kind: 'failed' };
  }
}
