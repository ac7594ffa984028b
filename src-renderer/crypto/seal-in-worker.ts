import { isPassword, passwordRequirement } from '../../src-shared/zk/password-bytes.ts';
import type { ZKPayload } from '../../src-shared/zk/zk-payload.ts';
import { ApiError } from '../client/api-error.ts';
import { type AskWorker, askWorker, withWorker } from './ask-worker.ts';
import { askHeld } from './held-keys.ts';
import type { SealAnswer } from './seal-task.ts';

/** Encrypts and decrypts scripts with one master password, one after the other. */
export interface SealBatch {
  /** Encrypts code: with one salt for the whole batch and a nonce for each payload. @throws ApiError */
  seal(code: string): Promise<ZKPayload>;
  /** Decrypts code; the key of each salt is derived once. @throws ApiError `decryption_failed` */
  open(payload: ZKPayload): Promise<string>;
}

/** Encrypts code in this window: the daemon receives only the payload. @throws ApiError */
export async function sealInWorker(masterPassword: string, code: string): Promise<ZKPayload> {
  requirePassword(masterPassword);
  requireText(code);
  const task = { kind: 'seal-alone', masterPassword, code } as const;
  return payloadOf((await askHeld(task)) ?? (await askWorker(task)));
}

/**
 * Decrypts code in this window. While the vault is open, the key of each payload is derived once.
 * @throws ApiError `decryption_failed`, `invalid_request`
 */
export async function openInWorker(masterPassword: string, payload: ZKPayload, signal?: AbortSignal): Promise<string> {
  requirePassword(masterPassword);
  const task = { kind: 'open', masterPassword, payload } as const;
  return codeOf((await askHeld(task, signal)) ?? (await askWorker(task)));
}

/**
 * Runs `work` with one worker, whose keys and plaintext are dropped afterwards.
 * @throws ApiError `invalid_request` for a password that is not valid
 */
export async function withSealBatch<Result>(
  masterPassword: string,
  work: (batch: SealBatch) => Promise<Result>,
): Promise<Result> {
  requirePassword(masterPassword);
  return withWorker((ask) => work(batchOf(ask, masterPassword)));
}

function batchOf(ask: AskWorker, masterPassword: string): SealBatch {
  return {
    seal: async (code) => {
      requireText(code);
      return payloadOf(await ask({ kind: 'seal', masterPassword, code }));
    },
    open: async (payload) => {
      const task = { kind: 'open', masterPassword, payload } as const;
      return codeOf((await askHeld(task)) ?? (await ask(task)));
    },
  };
}

/** All runtimes refuse the same passwords, so that the daemon can decrypt and run this code. */
function requirePassword(masterPassword: string): void {
  if (!isPassword(masterPassword)) throw new ApiError('invalid_request', `The master password ${passwordRequirement}.`);
}

function requireText(code: string): void {
  if (code.isWellFormed()) return;
  throw new ApiError(
    'invalid_request',
    'The code is not well-formed Unicode: it contains half of a character. Paste the code again.',
  );
}

function payloadOf(answer: SealAnswer): ZKPayload {
  if (answer.kind === 'sealed') return answer.payload;
  throw new ApiError('unreadable', 'The code could not be encrypted in this window. Reload the window and try again.');
}

function codeOf(answer: SealAnswer): string {
  if (answer.kind === 'opened') return answer.code;
  const wrong = answer.kind === 'failed' && answer.wrongPassword;
  throw wrong
    ? new ApiError(
        'decryption_failed',
        'The master password does not decrypt this script, or its stored bytes were changed.',
      )
    : new ApiError('unreadable', 'The code could not be decrypted in this window. Reload the window and try again.');
}
