import { z } from 'zod';
import { keepDraft } from '../client/drafts/drafts.ts';
import { defineRestoredDraft } from '../client/drafts/restored-draft.ts';
import { defineSessionStore } from '../client/session/session-scope.ts';
import { KeptOptions } from '../features/executions/options/keep-run-draft.ts';
import { emptyOptions, type RunOptionsDraft } from '../features/executions/options/run-draft.ts';
import { emptyAsk, useGeneration } from '../features/generation/generation-store.ts';
import { KeptGeneration, keptGeneration, restoreGeneration } from '../features/generation/kept-generation.ts';
import { showDraftProblem } from '../ui/forms/show-draft-problem.ts';

export const generateDraftIds = ['generate'] as const;

/** A model is told of no secret that was not chosen for it. */
const noSecrets: RunOptionsDraft = { ...emptyOptions, secrets: [] };

/** What runs of generated code are given; it outlives a change of the screen. */
export const useGenerateOptions = defineSessionStore<RunOptionsDraft>(() => noSecrets);

/** The files of a run are no part of it: they are large, and are chosen again. */
const KeptWork = z.object({ generation: KeptGeneration.optional(), options: KeptOptions });

export const { useIsRestored, whenRestored } = defineRestoredDraft({
  ids: generateDraftIds,
  show: showGenerateDraft,
  watch: () => {
    useGeneration.subscribe(({ ask, rounds, shown }, before) => {
      if (ask !== before.ask || rounds !== before.rounds || shown !== before.shown) keep();
    });
    useGenerateOptions.subscribe(keep);
  },
  onProblem: showDraftProblem,
});

/** Brings a kept draft back onto the Generate screen. */
export function showGenerateDraft(_id: string, text: string | undefined): void {
  const none: KeptGeneration = { ask: emptyAsk, rounds: [], shown: 0 };
  const kept = text === undefined ? undefined : KeptWork.parse(JSON.parse(text));
  restoreGeneration(kept?.generation ?? none);
  useGenerateOptions.setState({ ...noSecrets, ...kept?.options });
}

function keep(): void {
  const generation = keptGeneration();
  const { files: _, ...options } = useGenerateOptions.getState();
  const { files: __, ...usual } = noSecrets;
  const isEmpty = generation === undefined && JSON.stringify(options) === JSON.stringify(usual);
  keepDraft('generate', isEmpty ? undefined : JSON.stringify({ ...(generation && { generation }), options }));
}
