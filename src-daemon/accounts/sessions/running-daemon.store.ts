import type { ReadableDb, WritableDb } from '../../db/database.ts';

/** The daemon that runs, or that did not stop cleanly. */
export function findRunningDaemon(db: ReadableDb): { startedAt: number } | undefined {
  return db.get<{ startedAt: number }>('SELECT started_at AS startedAt FROM running_daemon');
}

export function putRunningDaemon(db: WritableDb, startedAt: number): void {
  db.run('INSERT OR REPLACE INTO running_daemon (only, started_at) VALUES (1, ?)', [startedAt]);
}

export function deleteRunningDaemon(db: WritableDb): void {
  db.run('DELETE FROM running_daemon');
}
