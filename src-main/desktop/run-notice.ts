import type { RunEnd } from '../../src-shared/shell-api.ts';

const longMs = 10_000;

/** A notification of ended runs. It has no code and no output. */
export interface RunNotice {
  title: string;
  body: string;
  /** The only run of the notification; undefined if it is about several. */
  run: RunEnd | undefined;
}

const ends: Record<RunEnd['status'], string> = {
  succeeded: 'succeeded',
  failed: 'failed',
  timed_out: 'was stopped at its time limit',
  out_of_memory: 'ran out of memory',
  cancelled: 'was cancelled',
  interrupted: 'was interrupted',
};

/** Returns true for a long run and for one that did not succeed, unless the user cancelled it. */
export function isNoteworthy({ status, durationMs }: RunEnd): boolean {
  return status !== 'cancelled' && (status !== 'succeeded' || durationMs >= longMs);
}

/** Returns the notification of runs that ended at about the same time. */
export function runNotice(runs: readonly RunEnd[]): RunNotice | undefined {
  const [run, ...others] = runs;
  if (run === undefined) return undefined;
  if (others.length === 0)
    return { title: `${run.script ?? 'The run'} ${ends[run.status]}`, body: `It took ${timeOf(run)}.`, run };
  const succeeded = runs.filter(({ status }) => status === 'succeeded').length;
  const parts = [`${succeeded} succeeded`, `${runs.length - succeeded} did not`];
  return { title: `${runs.length} runs ended`, body: `${parts.join(', ')}.`, run: undefined };
}

function timeOf({ durationMs }: RunEnd): string {
  const seconds = durationMs / 1000;
  if (seconds < 1) return 'less than a second';
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
