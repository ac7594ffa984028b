import { isPassword, passwordForm } from '../../src-shared/zk/password-bytes.ts';
import type { ZKPayload } from '../../src-shared/zk/zk-payload.ts';
import { ApiError } from '../client/api-error.ts';
import { askWorker } from './ask-worker.ts';

/** Encrypts code in this window: the daemon gets the payload and nothing else. @throws ApiError */
export async function sealInWorker(masterPassword: string, code: string): Promise<ZKPayload> {
  requirePassword(masterPassword);
  if (!code.isWellFormed()) throw new ApiError('invalid_request', 'The code is not well-formed Unicode.');
  const answer = await askWorker({ kind: 'seal', masterPassword, code });
  if (answer.kind !== 'sealed') throw new ApiError('unreadable', 'The code could not be encrypted in this window.');
  return answer.payload;
}

/** Decrypts code in this window. @throws ApiError `decryption_failed`, `invalid_request` */
export async function openInWorker(masterPassword: string, payload: ZKPayload): Promise<string> {
  requirePassword(masterPassword);
  const answer = await askWorker({ kind: 'open', masterPassword, payload });
  if (answer.kind === 'opened') return answer.code;
  const wrong = answer.kind === 'failed' && answer.wrongPassword;
  throw wrong
    ? new ApiError(
        'decryption_failed',
        'The master password does not open this code, or the stored bytes were changed.',
      )
    : new ApiError('unreadable', 'The code could not be decrypted in this window.');
}

/** Every runtime refuses the same passwords, so that what is sealed here can be opened and run by the daemon. */
function requirePassword(masterPassword: string): void {
  if (!isPassword(masterPassword)) throw new ApiError('invalid_request', `The master password ${passwordForm}.`);
}
