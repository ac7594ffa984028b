import { AppError } from '../../errors/app-error.ts';
import { outputCapBytes, type SandboxJob, type SandboxResult, type SandboxStatus } from '../engine.ts';
import { filesRejected } from '../engine-errors.ts';
import { noneOmitted } from '../omitted-files.ts';
import type { ChildRun } from './run-in-child.ts';

/** The engine's name in results and in the status. */
export const engineName = 'embedded';

export interface RunTimes {
  queuedMs: number;
  /** Time by performance.now(). */
  leftQueueAt: number;
}

/**
 * Returns the result of a run that ended in a child.
 * @throws AppError `invalid_request` if the files do not fit; `engine_unavailable` if the interpreter did not start
 */
export function resultOf(
  run: ChildRun,
  { queuedMs, leftQueueAt }: RunTimes,
  { tailBytes }: Pick<SandboxJob, 'tailBytes'>,
): SandboxResult {
  const { ending, outputBytes, startedAt = run.endedAt } = run;
  const isCut = (bytes: number) => (tailBytes === undefined ? bytes >= outputCapBytes : bytes > outputCapBytes);
  if (ending.kind === 'failed') throw filesRejected(ending.failure.error);
  if (run.startedAt === undefined && ending.kind !== 'cancelled') throw notStarted();
  const status = ending.kind === 'status' ? ending.status : undefined;
  return {
    engine: engineName,
    status: statusOf(run),
    exitCode: status?.exitCode ?? null,
    signal: signalOf(run),
    stdoutTruncated: status?.truncated.stdout || isCut(outputBytes.stdout),
    stderrTruncated: status?.truncated.stderr || isCut(outputBytes.stderr),
    durationMs: Math.round(status?.wallMs ?? run.endedAt - startedAt),
    queuedMs,
    startupMs: Math.round(startedAt - leftQueueAt),
    ...(status === undefined ? {} : { memoryPeakBytes: status.memoryPeakBytes }),
    files: run.files,
    filesOmitted: status?.filesOmitted ?? noneOmitted,
  };
}

/** Returns the result of a run that was cancelled before it had a child. */
export function cancelledResult(queuedMs: number): SandboxResult {
  const nothing = {
    stdoutTruncated: false,
    stderrTruncated: false,
    durationMs: 0,
    startupMs: 0,
    filesOmitted: noneOmitted,
  };
  return { engine: engineName, status: 'cancelled', exitCode: null, signal: null, files: [], queuedMs, ...nothing };
}

function statusOf({ ending }: ChildRun): SandboxStatus {
  if (ending.kind === 'cancelled') return 'cancelled';
  if (ending.kind === 'overdue') return 'timed_out';
  // The kernel's OOM killer, or an exhausted heap, which only the program can have filled.
  if (ending.kind === 'died')
    return ending.signal === 'SIGKILL' || ending.signal === 'SIGABRT' ? 'out_of_memory' : 'failed';
  if (ending.kind !== 'status') return 'failed';
  if (ending.status.timedOut) return 'timed_out';
  if (ending.status.oom) return 'out_of_memory';
  return ending.status.exitCode === 0 ? 'succeeded' : 'failed';
}

function signalOf({ ending, startedAt }: ChildRun): string | null {
  if (ending.kind === 'status') return ending.status.signal;
  if (ending.kind === 'died') return ending.signal ?? 'SIGKILL';
  return startedAt === undefined ? null : 'SIGKILL';
}

/** Returns the error of a run whose interpreter did not boot. */
export function notStarted(cause?: unknown): AppError {
  return new AppError('engine_unavailable', 'The embedded engine could not start its interpreter. Try again.', {
    retryAfterSeconds: 5,
    cause,
  });
}
