import './without-eval.ts';
import { argon2id } from './argon2id.ts';
import { createCodeKeys } from './code-keys.ts';
import { createContents } from './contents-search.ts';
import type { ContentsAnswer, ContentsTask } from './contents-task.ts';

/** Keeps decrypted scripts in the memory of this worker only. They are dropped when the worker is terminated. */
const contents = createContents();
const keys = createCodeKeys(argon2id);

self.onmessage = async ({ data }: MessageEvent<ContentsTask>) => {
  self.postMessage(await answer(data));
};

async function answer(task: ContentsTask): Promise<ContentsAnswer> {
  if (task.kind === 'find') return { kind: 'found', hits: contents.find(task.text) };
  try {
    const code = await keys.open(task.masterPassword, task.payload);
    return contents.add(task.name, code) ? { kind: 'added' } : { kind: 'not-added', reason: 'full' };
  } catch {
    return { kind: 'not-added', reason: 'wrong-password' };
  }
}
