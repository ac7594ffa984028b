import { DraftOpenError } from '../../src-shared/zk/draft-seal.ts';
import { ZKOpenError } from '../../src-shared/zk/zk-code.ts';
import { answerDraftTask } from './answer-draft-task.ts';
import type { CodeKeys } from './code-keys.ts';
import type { Contents } from './contents-search.ts';
import type { ContentsTask, SealAnswer, SealTask } from './seal-task.ts';

/** State of a worker: derived keys, and decrypted scripts that are searched. */
export interface KeptInWorker {
  keys: CodeKeys;
  contents: Contents;
}

/** Performs a task of the worker that has these keys and scripts. */
export async function answerSealTask({ keys, contents }: KeptInWorker, task: SealTask): Promise<SealAnswer> {
  try {
    if (task.kind === 'seal')
      return { kind: 'sealed', payload: await keys.sealOfBatch(task.masterPassword, task.code) };
    if (task.kind === 'seal-alone')
      return { kind: 'sealed', payload: await keys.sealAlone(task.masterPassword, task.code) };
    if (task.kind === 'open') return { kind: 'opened', code: await keys.open(task.masterPassword, task.payload) };
    if (task.kind === 'add-contents' || task.kind === 'find-contents')
      return await answerContentsTask({ keys, contents }, task);
    return await answerDraftTask(task);
  } catch (error) {
    return { kind: 'failed', wrongPassword: error instanceof ZKOpenError || error instanceof DraftOpenError };
  }
}

async function answerContentsTask({ keys, contents }: KeptInWorker, task: ContentsTask): Promise<SealAnswer> {
  if (task.kind === 'find-contents') return { kind: 'found-contents', hits: contents.find(task.text) };
  const code = await keys.open(task.masterPassword, task.payload);
  return { kind: 'added-contents', isFull: !contents.add(task.name, code) };
}
