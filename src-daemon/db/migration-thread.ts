/** The thread of a migration: see migrate-in-thread.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './database.ts';
import { DatabaseError } from './database-error.ts';
import type { MigrationInput, MigrationOutcome } from './migration-outcome.ts';

const { path, key } = workerData as MigrationInput;
parentPort?.postMessage(takeSteps());

function takeSteps(): MigrationOutcome {
  try {
    openDatabase({ path, key }).close();
    return { isDone: true };
  } catch (error) {
    // Everything else is a bug, and reaches the main thread as the thread's error.
    if (!(error instanceof DatabaseError)) throw error;
    return { isDone: false, reason: error.reason, message: error.message };
  } finally {
    key.fill(0);
  }
}
