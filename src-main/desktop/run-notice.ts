import type { RunEnd } from '../../src-shared/shell-api.ts';

const longMs = 10_000;

const titles: Record<RunEnd['status'], string> = {
  succeeded: 'The run succeeded',
  failed: 'The run failed',
  timed_out: 'The run was stopped at its time limit',
  out_of_memory: 'The run ran out of memory',
  cancelled: 'The run was cancelled',
  interrupted: 'The run was interrupted',
};

/** Returns the notification of an ended run. Undefined if the user watched or cancelled it, or the run was short. */
export function runNotice(
  { status, durationMs }: RunEnd,
  isFocused: boolean,
): { title: string; body: string } | undefined {
  if (isFocused || durationMs < longMs || status === 'cancelled') return undefined;
  const seconds = Math.round(durationMs / 1000);
  const time = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  return { title: titles[status], body: `It took ${time}.` };
}
