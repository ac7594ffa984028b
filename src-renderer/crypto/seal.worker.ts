import './without-eval.ts';
import { answerSealTask } from './answer-seal-task.ts';
import { argon2id } from './argon2id.ts';
import { createCodeKeys } from './code-keys.ts';
import { createContents } from './contents-search.ts';
import type { SealTask } from './seal-task.ts';

const kept = { keys: createCodeKeys(argon2id), contents: createContents() };

/** Runs in a worker because Argon2 takes a third of a second. */
self.onmessage = async ({ data }: MessageEvent<SealTask>) => {
  self.postMessage(await answerSealTask(kept, data));
};
