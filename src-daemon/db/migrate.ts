import type BetterSqlite3 from 'better-sqlite3';
import { DatabaseError } from './database-error.ts';
import type { Migration } from './migrations/index.ts';

/**
 * Brings the file to the newest layout, each step in a transaction of its own, so that a crash leaves a whole step.
 * The number of steps taken is the file's `user_version`.
 * @throws DatabaseError `newer_file` when a later release has written the file.
 */
export function migrate(sqlite: BetterSqlite3.Database, steps: readonly Migration[]): void {
  const taken = fileVersion(sqlite);
  if (taken > steps.length) {
    throw new DatabaseError(
      'newer_file',
      `The database was written by a newer release (layout ${taken}, this one knows ${steps.length}). Install the newer release again.`,
    );
  }
  for (let step = taken; step < steps.length; step += 1)
    takeStep(sqlite, { version: step + 1, statements: steps[step] ?? [] });
}

/** True for a file with data of fewer steps; false for a new file, whose steps take milliseconds. */
export function hasOlderLayout(sqlite: BetterSqlite3.Database, steps: readonly Migration[]): boolean {
  const taken = fileVersion(sqlite);
  return taken > 0 && taken < steps.length;
}

function fileVersion(sqlite: BetterSqlite3.Database): number {
  return Number(sqlite.pragma('user_version', { simple: true }));
}

function takeStep(sqlite: BetterSqlite3.Database, step: { version: number; statements: Migration }): void {
  sqlite
    .transaction(() => {
      for (const statement of step.statements) sqlite.exec(statement);
      sqlite.pragma(`user_version = ${step.version}`);
    })
    .immediate();
}
