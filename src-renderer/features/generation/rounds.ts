import type { ExecuteResponse } from '../../../src-shared/contracts/executions.contract.ts';

/** How often a model is asked to mend what it wrote. */
export const maxRepairs = 3;

/** What a run says of the code of a round. */
export type RoundOutcome = Pick<ExecuteResponse, 'status' | 'exitCode' | 'signal' | 'stdout' | 'stderr'>;

/** One answer of a model and what became of it. */
export interface Round {
  /** From 1; the first asks, each further one mends. */
  number: number;
  model: string;
  /** As the model wrote it. */
  answered: string;
  /** As it stands in the editor. */
  code: string;
  /** What the model said beside its code. */
  explanation: string;
  /** The hash of what was approved last; undefined before. */
  approval: string | undefined;
  outcome: RoundOutcome | undefined;
}

/** The code of the round before, to show what changed. */
export function codeBefore(rounds: readonly Round[], number: number): string | undefined {
  return rounds.find((round) => round.number === number - 1)?.code;
}

/** Whether a model can be asked to mend the newest round: it ran, failed, and repairs are left. */
export function canRepair(rounds: readonly Round[]): boolean {
  const newest = rounds.at(-1);
  if (newest?.outcome === undefined || newest.number > maxRepairs) return false;
  return newest.outcome.status !== 'succeeded' && newest.outcome.status !== 'cancelled';
}

/** How a run failed, as the model is told: the end first, then what the program wrote. */
export function failureText({ status, exitCode, signal, stdout, stderr }: RoundOutcome): string {
  const end = [
    status.replaceAll('_', ' '),
    exitCode !== null && `exit code ${exitCode}`,
    signal !== null && `signal ${signal}`,
  ].filter(Boolean);
  const parts = [`The program ended: ${end.join(', ')}.`];
  if (stdout !== '') parts.push(`Standard output (its end):\n${stdout.slice(-2000)}`);
  if (stderr !== '') parts.push(`Standard error (its end):\n${stderr.slice(-5000)}`);
  return parts.join('\n\n');
}

/** Whether answers would be lost with the rounds: what ran as the model wrote it is in the history as well. */
export function hasUnsavedRounds(rounds: readonly Round[]): boolean {
  return rounds.some(({ answered, code, outcome }) => outcome === undefined || code !== answered);
}
