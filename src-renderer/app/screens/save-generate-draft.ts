import { z } from 'zod';
import { updateDraft } from '../../client/drafts/drafts.ts';
import { defineRestoredDraft } from '../../client/drafts/restored-draft.ts';
import { defineSessionStore } from '../../client/session/session-scope.ts';
import { emptyOptions, type RunOptionsDraft, StoredOptions } from '../../features/executions/options/options-draft.ts';
import { emptyAsk, useGeneration } from '../../features/generation/generation-store.ts';
import { generationToStore, restoreGeneration, StoredGeneration } from '../../features/generation/stored-generation.ts';
import { showDraftProblem } from '../../ui/overlays/show-draft-problem.ts';

export const generateDraftIds = ['generate'] as const;

/** A model receives no secret name by default: the user must select each one. */
const noSecrets: RunOptionsDraft = { ...emptyOptions, secrets: [] };

/** Run options of generated code. They outlive a change of the screen. */
export const useGenerateOptions = defineSessionStore<RunOptionsDraft>(() => noSecrets);

/** The stored draft of the Generate screen. It has no files: they are large, and the user selects them again. */
const StoredDraft = z.object({ generation: StoredGeneration.optional(), options: StoredOptions });

export const { useIsRestored, whenRestored } = defineRestoredDraft({
  ids: generateDraftIds,
  show: showGenerateDraft,
  watch: () => {
    useGeneration.subscribe(({ ask, rounds, shown }, before) => {
      if (ask !== before.ask || rounds !== before.rounds || shown !== before.shown) save();
    });
    useGenerateOptions.subscribe(save);
  },
  onProblem: showDraftProblem,
});

/** Shows a stored draft on the Generate screen. */
export function showGenerateDraft(_id: string, text: string | undefined): void {
  const none: StoredGeneration = { ask: emptyAsk, rounds: [], shown: 0 };
  const kept = text === undefined ? undefined : StoredDraft.parse(JSON.parse(text));
  restoreGeneration(kept?.generation ?? none);
  useGenerateOptions.setState({ ...noSecrets, ...kept?.options });
}

function save(): void {
  const generation = generationToStore();
  const { files: _, ...options } = useGenerateOptions.getState();
  const { files: __, ...defaults } = noSecrets;
  const isEmpty = generation === undefined && JSON.stringify(options) === JSON.stringify(defaults);
  updateDraft('generate', isEmpty ? undefined : JSON.stringify({ ...(generation && { generation }), options }));
}
