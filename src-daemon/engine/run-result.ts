import { relayFailed } from '../egress/egress-errors.ts';
import { isByteName } from '../wire/byte-names.ts';
import type { StatusFrame } from '../wire/frames.ts';
import { outputCapBytes, type SandboxJob, type SandboxResult, type SandboxStatus } from './engine.ts';
import { filesRejected } from './engine-errors.ts';
import { environmentTooLarge } from './environment-size.ts';
import { noneOmitted } from './omitted-files.ts';
import type { RunRecord } from './run.ts';

export interface RunTimes {
  queuedMs: number;
  /** By performance.now(). */
  leftQueueAt: number;
}

const byteNames =
  'Some names of result files are not UTF-8: each byte that is not is shown as \uFFFD and two hexadecimal digits.';

/**
 * Returns the result of a run, for every engine.
 * @throws AppError when the program could not be started: `invalid_request`, `environment_too_large`
 */
export function resultOf(record: RunRecord, times: RunTimes, job: SandboxJob): SandboxResult {
  const { ending } = record;
  if (ending.kind === 'failed') throw startError(ending, job);
  const status = ending.kind === 'status' ? ending.status : undefined;
  const startedAt = record.startedAt ?? record.endedAt;
  return {
    status: statusOf(record),
    ...(record.files.some(({ path }) => isByteName(path)) && { notices: [byteNames] }),
    ...exitOf(record, status),
    ...truncationOf(record, status),
    durationMs: status === undefined ? Math.round(record.endedAt - startedAt) : Math.round(status.wallUs / 1000),
    queuedMs: times.queuedMs,
    startupMs: Math.round(startedAt - times.leftQueueAt),
    ...(status === undefined || status.memoryPeakBytes < 0 ? {} : { memoryPeakBytes: status.memoryPeakBytes }),
    files: record.files,
    filesOmitted: status?.filesOmitted ?? noneOmitted,
  };
}

/** Returns the result of a run that was cancelled before it had a sandbox. */
export function cancelledResult(queuedMs: number): SandboxResult {
  return {
    status: 'cancelled',
    exitCode: null,
    signal: null,
    stdoutTruncated: false,
    stderrTruncated: false,
    durationMs: 0,
    queuedMs,
    startupMs: 0,
    files: [],
    filesOmitted: noneOmitted,
  };
}

/** Init compares with the cap of its job, which is half of a run's if the job keeps both ends of its output. */
function truncationOf(
  { keepsEnds, outputBytes: { stdout, stderr } }: RunRecord,
  status: StatusFrame | undefined,
): Pick<SandboxResult, 'stdoutTruncated' | 'stderrTruncated'> {
  if (keepsEnds) return { stdoutTruncated: stdout > outputCapBytes, stderrTruncated: stderr > outputCapBytes };
  return {
    stdoutTruncated: status?.stdoutTruncated ?? stdout >= outputCapBytes,
    stderrTruncated: status?.stderrTruncated ?? stderr >= outputCapBytes,
  };
}

function statusOf({ ending, oom, hasFullHeap }: RunRecord): SandboxStatus {
  if (ending.kind === 'cancelled') return 'cancelled';
  if (ending.kind === 'overdue') return 'timed_out';
  if (ending.kind === 'status' && ending.status.timedOut) return 'timed_out';
  if (oom || hasFullHeap) return 'out_of_memory';
  return ending.kind === 'status' && ending.status.exitCode === 0 ? 'succeeded' : 'failed';
}

function exitOf(record: RunRecord, status: StatusFrame | undefined): Pick<SandboxResult, 'exitCode' | 'signal'> {
  if (status !== undefined) return { exitCode: status.exitCode, signal: status.signal };
  const { ending, startedAt } = record;
  const signal = (ending.kind === 'died' ? ending.signal : undefined) ?? 'SIGKILL';
  return { exitCode: null, signal: startedAt === undefined ? null : signal };
}

function startError({ stage, error }: { stage: string; error: string }, job: SandboxJob): Error {
  if (stage === 'files') return filesRejected(error);
  if (stage === 'relay') return relayFailed(error);
  if (stage === 'start' && error === 'E2BIG') return environmentTooLarge(job);
  return new Error(`the sandbox refused the job: ${stage} ${error}`);
}
