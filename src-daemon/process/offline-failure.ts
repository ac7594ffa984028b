import { z } from 'zod';
import type { OfflineFailure, OfflineFailureCode } from '../../src-shared-node/offline-protocol.ts';
import { DatabaseError, type DatabaseErrorReason } from '../db/database-error.ts';
import { ConfigError } from '../errors/config-error.ts';
import { KeyStoreError } from '../keystore/key-store.ts';
import { OfflineError } from '../offline/offline-error.ts';
import { DataFolderError } from './data-folder.ts';
import { NodeVersionError } from './find-app.ts';
import { PrivateFolderError } from './private-folder.ts';
import { describeStorageFailure } from './storage-failure.ts';

/** Returns the answer of the offline helper to an error: a stable code, and a message that contains no passphrase. */
export function failureOf(error: unknown): OfflineFailure {
  if (error instanceof OfflineError) return { code: error.code, message: error.message };
  if (error instanceof DataFolderError) return { code: error.reason, message: error.message, pid: error.holder.pid };
  if (error instanceof KeyStoreError || error instanceof NodeVersionError || error instanceof PrivateFolderError)
    return { code: error.reason, message: error.message };
  if (error instanceof DatabaseError) return { code: codesOfDatabase[error.reason], message: error.message };
  if (error instanceof ConfigError) return { code: 'usage', message: error.message };
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return { code: 'usage', message: `Nothing was done: ${issue?.path.join('.')} ${issue?.message}.` };
  }
  if (error instanceof SyntaxError) return { code: 'usage', message: 'Nothing was done: the request is not JSON.' };
  const failure = describeStorageFailure(error);
  if (failure !== undefined) return { code: 'storage', message: `${failure} and try again.` };
  return { code: 'failed', message: `The work failed${causeOf(error)}.` };
}

/** `locked` of a key store means that its user has to unlock it. */
const codesOfDatabase: Readonly<Record<DatabaseErrorReason, OfflineFailureCode>> = {
  wrong_key: 'wrong_key',
  newer_file: 'newer_file',
  corrupt: 'corrupt',
  locked: 'database_locked',
  no_space: 'storage',
  read_only: 'storage',
};

/** The system's code where there is one: its message may quote what was typed. */
function causeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? `: ${error.code}`
    : ' for an unknown reason';
}
