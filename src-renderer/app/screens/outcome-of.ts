import type { RunResult } from '../../features/executions/run-store.ts';
import type { RoundOutcome } from '../../features/generation/rounds.ts';

/** Returns the outcome of a run; undefined if the run has none. */
export function outcomeOf(result: RunResult | undefined): RoundOutcome | undefined {
  if (result === undefined) return undefined;
  const { status, exitCode, signal, stdout, stderr } = result;
  if (status === 'queued' || status === 'running' || status === 'interrupted') return undefined;
  return { status, exitCode, signal, stdout, stderr };
}
