import type { Actor } from '../core/actor.ts';
import { mayRead } from '../core/rights.ts';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
import { type ExecutionRow, findExecution } from './executions.store.ts';

/** Returns a run that the credential may read. @throws AppError `execution_not_found` */
export function requireRow({ read }: Database, actor: Actor, id: string): ExecutionRow {
  const row = findExecution(read, actor.accountId, id);
  if (row === undefined || !mayRead(actor, row)) throw notFound();
  return row;
}

/** Returns the same error for a run that does not exist and for one that the credential may not see. */
export function notFound(): AppError {
  return new AppError('execution_not_found', 'There is no execution with this id, or this credential may not see it.');
}

export function interrupted(): AppError {
  return new AppError('engine_unavailable', 'The daemon or the engine stopped during this run. Run the code again.');
}
