import { z } from 'zod';
import { ExecuteResponse } from '../../../src-shared/contracts/executions.contract.ts';
import { useGeneration } from './generation-store.ts';
import type { RoundOutcome } from './rounds.ts';

/** UTF-16 units stored of each output stream: a repair request sends only the end of the output to the model. */
const storedOutputUnits = 5000;

/** The key of a round's explanation in stored drafts. */
const explanationKey = 'words';

const Ask = z.object({ prompt: z.string(), language: z.string(), provider: z.string(), model: z.string() });
const Round = z.object({
  number: z.number(),
  model: z.string(),
  answered: z.string(),
  code: z.string(),
  [explanationKey]: z.string(),
  outcome: ExecuteResponse.pick({ status: true, exitCode: true, signal: true, stdout: true, stderr: true }).optional(),
});

/** The draft of the Generate screen. It holds no approval: after a restore, everything must be approved again. */
export const StoredGeneration = z.object({
  ask: Ask,
  asked: Ask.optional(),
  rounds: z.array(Round),
  shown: z.number(),
});
export type StoredGeneration = z.infer<typeof StoredGeneration>;

/** Returns the current draft of the Generate screen; undefined while there is nothing to store. */
export function generationToStore(): StoredGeneration | undefined {
  const { ask, asked, rounds, shown } = useGeneration.getState();
  if (ask.prompt === '' && rounds.length === 0) return undefined;
  const stored = rounds.map(({ approval: _, outcome, explanation, ...round }) => ({
    ...round,
    [explanationKey]: explanation,
    ...(outcome && { outcome: withOutputTails(outcome) }),
  }));
  return { ask, ...(asked && { asked }), rounds: stored, shown };
}

/** Shows a stored draft on the Generate screen. */
export function restoreGeneration({ ask, asked, rounds, shown }: StoredGeneration): void {
  useGeneration.setState({
    ask,
    asked,
    shown,
    rounds: rounds.map(({ [explanationKey]: explanation, outcome, ...round }) => {
      return { ...round, explanation, approval: undefined, outcome };
    }),
  });
}

function withOutputTails({ stdout, stderr, ...outcome }: RoundOutcome): RoundOutcome {
  return { ...outcome, stdout: stdout.slice(-storedOutputUnits), stderr: stderr.slice(-storedOutputUnits) };
}
