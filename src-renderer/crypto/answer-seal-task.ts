import { DraftOpenError } from '../../src-shared/zk/draft-seal.ts';
import { ZKOpenError } from '../../src-shared/zk/zk-code.ts';
import { answerDraftTask } from './answer-draft-task.ts';
import type { CodeKeys } from './code-keys.ts';
import type { SealAnswer, SealTask } from './seal-task.ts';

/** Performs a task of the worker that has these keys. */
export async function answerSealTask(keys: CodeKeys, task: SealTask): Promise<SealAnswer> {
  try {
    if (task.kind === 'seal')
      return { kind: 'sealed', payload: await keys.sealOfBatch(task.masterPassword, task.code) };
    if (task.kind === 'seal-alone')
      return { kind: 'sealed', payload: await keys.sealAlone(task.masterPassword, task.code) };
    if (task.kind === 'open') return { kind: 'opened', code: await keys.open(task.masterPassword, task.payload) };
    return await answerDraftTask(task);
  } catch (error) {
    return { kind: 'failed', wrongPassword: error instanceof ZKOpenError || error instanceof DraftOpenError };
  }
}
