import { createHmac } from 'node:crypto';
import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import type { ExecuteResponse } from '../../src-shared/contracts/executions.contract.ts';
import type { Actor } from '../core/actor.ts';
import { accountPurposeKey } from '../crypto/key-hierarchy.ts';
import type { CurrentRun } from './current-run.ts';
import { interrupted } from './require-run.ts';

/**
 * Returns the id of the run of a request with a key of its client. The same request of the same credential with the same key
 * has the same id, so that it finds its run, also after a restart of the daemon and without a table of keys. The code and the
 * key cannot be found out from the id.
 */
export function idOfRetry({ accountKey, credential }: Actor, key: string, request: ExecuteRequest): string {
  const macKey = accountPurposeKey(accountKey, 'run-ids');
  try {
    const mac = createHmac('sha256', macKey)
      .update(JSON.stringify([credential.id, key, request]))
      .digest();
    return `run_${mac.subarray(0, 16).toString('base64url')}`;
  } finally {
    macKey.fill(0);
  }
}

/** Resolves with the response of a run that another request has started. @throws AppError that ended the run */
export async function answerOf(current: CurrentRun): Promise<ExecuteResponse> {
  await current.ended;
  const answer = current.answer();
  if (answer === undefined) throw current.failure() ?? interrupted();
  return answer;
}
