import type { ZKPayload } from '../../src-shared/zk/zk-payload.ts';
import type { ContentsHit } from './contents-search.ts';
import { askHeld } from './held-keys.ts';

/** Why a script is not searched: it could not be decrypted, all scripts together are too large, or the vault was closed. */
type Problem = 'wrong-password' | 'full' | 'closed';

interface Script {
  masterPassword: string;
  name: string;
  payload: ZKPayload;
}

/**
 * Decrypts a script in the worker of the open vault, with the key that it may have already, and keeps it there to be searched.
 * Returns why it is not searched, or undefined.
 */
export async function addContents(script: Script): Promise<Problem | undefined> {
  const answer = await askHeld({ kind: 'add-contents', ...script });
  if (answer === undefined) return 'closed';
  if (answer.kind !== 'added-contents') return 'wrong-password';
  return answer.isFull ? 'full' : undefined;
}

/** Returns the scripts of the open vault's worker that contain the text. */
export async function findContents(masterPassword: string, text: string): Promise<readonly ContentsHit[]> {
  const answer = await askHeld({ kind: 'find-contents', masterPassword, text });
  return answer?.kind === 'found-contents' ? answer.hits : [];
}
