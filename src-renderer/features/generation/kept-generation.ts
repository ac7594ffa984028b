import { z } from 'zod';
import { ExecuteResponse } from '../../../src-shared/contracts/executions.contract.ts';
import { useGeneration } from './generation-store.ts';
import type { RoundOutcome } from './rounds.ts';

/** A model is handed the end of what a program wrote, so no more of it is kept. */
const keptUnits = 5000;

const Ask = z.object({ prompt: z.string(), language: z.string(), provider: z.string(), model: z.string() });
const Round = z.object({
  number: z.number(),
  model: z.string(),
  answered: z.string(),
  code: z.string(),
  words: z.string(),
  outcome: ExecuteResponse.pick({ status: true, exitCode: true, signal: true, stdout: true, stderr: true }).optional(),
});

/** What of the Generate screen is kept as its draft. No approval is: everything is approved again. */
export const KeptGeneration = z.object({
  ask: Ask,
  asked: Ask.optional(),
  rounds: z.array(Round),
  shown: z.number(),
});
export type KeptGeneration = z.infer<typeof KeptGeneration>;

/** The draft of the Generate screen as it is; undefined while there is nothing to keep. */
export function keptGeneration(): KeptGeneration | undefined {
  const { ask, asked, rounds, shown } = useGeneration.getState();
  if (ask.prompt === '' && rounds.length === 0) return undefined;
  const kept = rounds.map(({ approval: _, outcome, ...round }) => ({
    ...round,
    ...(outcome && { outcome: withoutBeginnings(outcome) }),
  }));
  return { ask, ...(asked && { asked }), rounds: kept, shown };
}

/** Brings a kept draft back onto the screen. */
export function restoreGeneration({ ask, asked, rounds, shown }: KeptGeneration): void {
  useGeneration.setState({
    ask,
    asked,
    shown,
    rounds: rounds.map((round) => ({ ...round, approval: undefined, outcome: round.outcome })),
  });
}

function withoutBeginnings({ stdout, stderr, ...outcome }: RoundOutcome): RoundOutcome {
  return { ...outcome, stdout: stdout.slice(-keptUnits), stderr: stderr.slice(-keptUnits) };
}
