import type { ExecuteResponse } from '../../../src-shared/contracts/executions.contract.ts';

/** Maximum number of repair requests. */
export const maxRepairs = 3;

/** The result of running a round's code. */
export type RoundOutcome = Pick<ExecuteResponse, 'status' | 'exitCode' | 'signal' | 'stdout' | 'stderr'>;

/** One answer of a model and the outcome of its run. */
export interface Round {
  /** Number from 1; the first round is the request, each later one a repair. */
  number: number;
  /** Empty for a program of the user. */
  model: string;
  /** The code as the model, or the user, wrote it. */
  answered: string;
  /** The code in the editor. */
  code: string;
  /** The text of the model around its code. */
  explanation: string;
  /** Hash of the last approval; undefined before the first. */
  approval: string | undefined;
  outcome: RoundOutcome | undefined;
}

/** A program of the user that failed, for a model to repair. */
export interface FailedProgram {
  language: string;
  code: string;
  outcome: RoundOutcome;
  /** Takes over the options of its run, when the program becomes the first round. */
  takeOptions(): void;
}

/** Returns the first round of a program that no model wrote: it has a result, and nothing was sent yet. */
export function ownRound({ code, outcome }: Pick<FailedProgram, 'code' | 'outcome'>): Round {
  return { number: 1, model: '', answered: code, code, explanation: '', approval: undefined, outcome };
}

/** Returns true for a round whose code no model wrote. */
export const isOwn = ({ model }: Round): boolean => model === '';

/** Returns the code of the previous round, to show the changes. */
export function codeBefore(rounds: readonly Round[], number: number): string | undefined {
  return rounds.find((round) => round.number === number - 1)?.code;
}

/** Returns true if a repair can be requested: the newest round ran and failed, and repairs are left. */
export function canRepair(rounds: readonly Round[]): boolean {
  const newest = rounds.at(-1);
  if (newest?.outcome === undefined || newest.number > maxRepairs) return false;
  return newest.outcome.status !== 'succeeded' && newest.outcome.status !== 'cancelled';
}

/** Describes a failed run for the model: its result first, then the end of the output. */
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

/** Returns true if removing the rounds would lose code: unedited code that ran is in the history. */
export function hasUnsavedRounds(rounds: readonly Round[]): boolean {
  return rounds.some(({ answered, code, outcome }) => outcome === undefined || code !== answered);
}
