import { Worker } from 'node:worker_threads';
import { threadFile } from '../core/thread-file.ts';
import { DatabaseError } from './database-error.ts';
import type { MigrationInput, MigrationOutcome } from './migration-outcome.ts';

/**
 * Brings a database file that no process has open to the newest layout, in a thread: one statement can take minutes on a
 * large database, and the event loop goes on meanwhile.
 * @throws DatabaseError
 */
export async function migrateInThread({ path, key }: MigrationInput): Promise<void> {
  const input: MigrationInput = { path, key };
  const thread = new Worker(threadFile('migration', 'db/migration-thread.ts'), {
    name: 'migration',
    workerData: input,
    env: {},
  });
  const outcome = await new Promise<MigrationOutcome>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread of the migration ended without an answer')));
  });
  if (!outcome.isDone) throw new DatabaseError(outcome.reason, outcome.message);
}
