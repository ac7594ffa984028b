import { isPassword, passwordRequirement } from '../../src-shared/zk/password-bytes.ts';
import type { ZKPayload } from '../../src-shared/zk/zk-payload.ts';
import { ApiError } from '../client/api-error.ts';
import { type AskWorker, withWorker } from './ask-worker.ts';

/** Encrypts and decrypts scripts with one master password, one after the other. */
export interface SealBatch {
  /** Encrypts code: with one salt for the whole batch and a nonce for each payload. @throws ApiError */
  seal(code: string): Promise<ZKPayload>;
  /** Decrypts code; the key of each salt is derived once. @throws ApiError `decryption_failed` */
  open(payload: ZKPayload): Promise<string>;
}

/** Encrypts code in this window: the daemon receives only the payload. @throws ApiError */
export function sealInWorker(masterPassword: string, code: string): Promise<ZKPayload> {
  return withSealBatch(masterPassword, (batch) => batch.seal(code));
}

/** Decrypts code in this window. @throws ApiError `decryption_failed`, `invalid_request` */
export function openInWorker(masterPassword: string, payload: ZKPayload): Promise<string> {
  return withSealBatch(masterPassword, (batch) => batch.open(payload));
}

/**
 * Runs `work` with one worker, whose keys and plaintext are dropped afterwards.
 * @throws ApiError `invalid_request` for a password that is not valid
 */
export async function withSealBatch<Result>(
  masterPassword: string,
  work: (batch: SealBatch) => Promise<Result>,
): Promise<Result> {
  // All runtimes refuse the same passwords, so that the daemon can decrypt and run this code.
  if (!isPassword(masterPassword)) throw new ApiError('invalid_request', `The master password ${passwordRequirement}.`);
  return withWorker((ask) => work(batchOf(ask, masterPassword)));
}

function batchOf(ask: AskWorker, masterPassword: string): SealBatch {
  return {
    seal: async (code) => {
      if (!code.isWellFormed())
        throw new ApiError(
          'invalid_request',
          'The code is not well-formed Unicode: it contains half of a character. Paste the code again.',
        );
      const answer = await ask({ kind: 'seal', masterPassword, code });
      if (answer.kind !== 'sealed')
        throw new ApiError(
          'unreadable',
          'The code could not be encrypted in this window. Reload the window and try again.',
        );
      return answer.payload;
    },
    open: async (payload) => {
      const answer = await ask({ kind: 'open', masterPassword, payload });
      if (answer.kind === 'opened') return answer.code;
      const wrong = answer.kind === 'failed' && answer.wrongPassword;
      throw wrong
        ? new ApiError(
            'decryption_failed',
            'The master password does not decrypt this script, or its stored bytes were changed.',
          )
        : new ApiError(
            'unreadable',
            'The code could not be decrypted in this window. Reload the window and try again.',
          );
    },
  };
}
