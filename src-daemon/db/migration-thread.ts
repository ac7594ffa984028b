/** The migration thread; migrate-in-thread.ts starts it. */
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './database.ts';
import { DatabaseError } from './database-error.ts';
import { MigrationInput, type MigrationOutcome } from './migration-protocol.ts';

const { path, key } = MigrationInput.parse(workerData);
parentPort?.postMessage(migrateFile());

function migrateFile(): MigrationOutcome {
  try {
    openDatabase({ path, key }).close();
    return { isDone: true };
  } catch (error) {
    // Any other error is a bug. It reaches the main thread as the error event of this thread.
    if (!(error instanceof DatabaseError)) throw error;
    return { isDone: false, reason: error.reason, message: error.message };
  } finally {
    key.fill(0);
  }
}
