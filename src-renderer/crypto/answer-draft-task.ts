import { masterDraftKey, openDraft, sealDraft } from '../../src-shared/zk/draft-seal.ts';
import { argon2id } from './argon2id.ts';
import { compressedPlaintextOf, textOf } from './draft-text.ts';
import type { DraftTask, SealAnswer } from './seal-task.ts';

/** Performs a draft task in the worker. @throws DraftOpenError */
export async function answerDraftTask(task: DraftTask): Promise<SealAnswer> {
  if (task.kind === 'derive-draft-key')
    return { kind: 'draft-key', key: await masterDraftKey(argon2id, task.masterPassword, task.salt) };
  const { key, context } = task;
  if (task.kind === 'open-draft')
    return { kind: 'opened-draft', text: await textOf(openDraft(key, context, task.payload)) };
  const plaintext = await compressedPlaintextOf(task.text);
  return { kind: 'sealed-draft', payload: sealDraft(key, context, { plaintext }) };
}
