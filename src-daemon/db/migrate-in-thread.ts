import { Worker } from 'node:worker_threads';
import { threadFile } from '../core/thread-file.ts';
import { DatabaseError } from './database-error.ts';
import { type MigrationInput, MigrationOutcome } from './migration-protocol.ts';

/**
 * Migrates a database file that no process has open to the newest layout. This happens in a thread, because one
 * statement can take minutes on a large database and would block the event loop.
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
    thread.once('message', (message) => {
      const parsed = MigrationOutcome.safeParse(message);
      if (parsed.success) resolve(parsed.data);
      else reject(new Error('the migration thread sent an invalid outcome', { cause: parsed.error }));
    });
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the migration thread exited without an outcome')));
  });
  if (!outcome.isDone) throw new DatabaseError(outcome.reason, outcome.message);
}
