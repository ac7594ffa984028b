import '../../../crypto/without-eval.ts';
import { argon2id } from '../../../crypto/argon2id.ts';
import { createCodeKeys } from '../../../crypto/code-keys.ts';
import { createArchiveWriter } from '../../../ui/data/zip/archive-writer.ts';
import type { ZipAnswer, ZipTask } from './zip-task.ts';

/** Decrypts scripts and compresses them. Plaintext leaves this worker only in the finished zip. */
const write = createArchiveWriter();
const keys = createCodeKeys(argon2id);

self.onmessage = async ({ data }: MessageEvent<ZipTask>) => {
  self.postMessage(await answer(data));
};

async function answer(task: ZipTask): Promise<ZipAnswer> {
  if (task.kind === 'finish') return write(task);
  try {
    const bytes = new TextEncoder().encode(await keys.open(task.masterPassword, task.payload));
    return write({ kind: 'add', path: task.path, bytes, modifiedAt: task.modifiedAt });
  } catch {
    return { kind: 'failed' };
  }
}
