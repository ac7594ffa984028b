import './without-eval.ts';
import { DraftOpenError } from '../../src-shared/zk/draft-seal.ts';
import { ZKOpenError } from '../../src-shared/zk/zk-code.ts';
import { answerDraftTask } from './answer-draft-task.ts';
import { openOfBatch, sealOfBatch } from './code-keys.ts';
import type { SealAnswer, SealTask } from './seal-task.ts';

/** Runs in a worker because Argon2 takes a third of a second. A worker serves one task or one batch. */
self.onmessage = async ({ data }: MessageEvent<SealTask>) => {
  self.postMessage(await answer(data));
};

async function answer(task: SealTask): Promise<SealAnswer> {
  try {
    if (task.kind === 'seal') return { kind: 'sealed', payload: await sealOfBatch(task) };
    if (task.kind === 'open') return { kind: 'opened', code: await openOfBatch(task.masterPassword, task.payload) };
    return await answerDraftTask(task);
  } catch (error) {
    return { kind: 'failed', wrongPassword: error instanceof ZKOpenError || error instanceof DraftOpenError };
  }
}
