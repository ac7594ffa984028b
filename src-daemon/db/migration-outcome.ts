import type { DatabaseErrorReason } from './database-error.ts';

/** What the thread of a migration gets. */
export interface MigrationInput {
  path: string;
  /** 32 bytes: the raw key of the cipher. */
  key: Uint8Array;
}

/** What it answers. */
export type MigrationOutcome = { isDone: true } | { isDone: false; reason: DatabaseErrorReason; message: string };
