import type { Database } from '../db/database.ts';
import { type AppError, asAppError } from '../errors/app-error.ts';
import type { GatedEngine } from '../work/gated-engine.ts';
import type { CurrentRun } from './current-run.ts';
import {
  deleteUnkept,
  updateExecutionFinished,
  updateExecutionInterrupted,
  updateExecutionNotStarted,
} from './executions.store.ts';
import type { PlannedRun } from './plan-run.ts';
import type { RunIdentity, SealedHistory } from './sealed-history.ts';

export interface FailureContext {
  database: Database;
  engine: Pick<GatedEngine, 'status'>;
  log: { error(fields: object, message: string): void };
  now: () => number;
  run: RunIdentity;
  sealed: SealedHistory;
  planned: PlannedRun;
  /** When the run was planned, by performance.now(). */
  since: number;
  /** False if the history has the run only until it ends. */
  isKept: boolean;
}

/** Errors of a run that waited for a sandbox and got none. */
const noSandbox = new Set<AppError['code']>(['queue_timeout', 'capacity_unavailable', 'cluster_not_allowed']);
/** Errors of a run that waited for its packages and was not started. */
const notStarted = new Set<AppError['code']>(['packages_failed', 'queue_full', 'invalid_request']);

/** Records a run that ended without a result, and ends its stream. Returns the error for its client. */
export async function recordFailure(context: FailureContext, current: CurrentRun, cause: unknown): Promise<AppError> {
  const { database, log, now, planned, isKept } = context;
  const error = asAppError(cause);
  if (noSandbox.has(error.code)) {
    const since = planned.job.queueLimit?.since ?? context.since;
    const row = { id: current.id, queuedMs: Math.round(performance.now() - since), finishedAt: now() };
    if (isKept) database.transaction((db) => updateExecutionNotStarted(db, row));
    else recordUnkeptEnd(context, current);
    current.fail(error);
    return error;
  }
  if (planned.packages.install !== undefined && notStarted.has(error.code)) {
    if (isKept) await recordNotInstalled(context, error);
    else recordUnkeptEnd(context, current);
    current.fail(error);
    return error;
  }
  log.error({ executionId: current.id, errorCode: error.code, err: cause }, 'run failed');
  if (isKept)
    database.transaction((db) => {
      updateExecutionInterrupted(db, current.id, now());
      current.network?.recordSummary(db);
    });
  else recordUnkeptEnd(context, current);
  current.fail(error);
  return error;
}

/** Removes a run that the history does not keep. */
export function recordUnkeptEnd({ database }: Pick<FailureContext, 'database'>, { id, network }: CurrentRun): void {
  database.transaction((db) => {
    network?.recordSummary(db);
    deleteUnkept(db, id);
  });
}

/** Records a run that failed because its packages were not installed. The history shows the reason among its notices. */
async function recordNotInstalled(
  { database, now, run, sealed, planned, engine }: FailureContext,
  error: AppError,
): Promise<void> {
  const output = { stdout: '', stderr: '', files: [], notices: [...planned.notices, error.message] };
  const stored = planned.settings.history.keepOutputs
    ? await sealed.sealOutput(run, output)
    : { preview: null, output: null };
  const figures = { durationMs: 0, queuedMs: 0, startupMs: 0, memoryPeakBytes: null, exitCode: null, signal: null };
  database.transaction((db) =>
    updateExecutionFinished(db, {
      ...{ id: run.id, engine: engine.status().name, status: 'failed', ...figures },
      ...{ stdoutTruncated: 0, stderrTruncated: 0, finishedAt: now(), files: null, network: null, ...stored },
    }),
  );
}
