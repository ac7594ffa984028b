import type { Database } from '../db/database.ts';
import type { AppError } from '../errors/app-error.ts';
import { updateExecutionFinished } from './executions.store.ts';
import type { PlannedRun } from './plan-run.ts';
import type { RunIdentity, SealedHistory } from './sealed-history.ts';

interface NotInstalledRun {
  database: Database;
  now: () => number;
  run: RunIdentity;
  sealed: SealedHistory;
  planned: PlannedRun;
  /** Name of the engine. */
  engine: string;
}

/** Records a run that failed because its packages were not installed. The history shows the reason among its notices. */
export async function recordNotInstalled(
  { database, now, run, sealed, planned, engine }: NotInstalledRun,
  error: AppError,
): Promise<void> {
  const output = { stdout: '', stderr: '', files: [], notices: [...planned.notices, error.message] };
  const stored = planned.settings.history.keepOutputs
    ? await sealed.sealOutput(run, output)
    : { preview: null, output: null };
  const figures = { durationMs: 0, queuedMs: 0, startupMs: 0, memoryPeakBytes: null, exitCode: null, signal: null };
  database.transaction((db) =>
    updateExecutionFinished(db, {
      ...{ id: run.id, engine, status: 'failed', ...figures },
      ...{ stdoutTruncated: 0, stderrTruncated: 0, finishedAt: now(), files: null, network: null, ...stored },
    }),
  );
}
