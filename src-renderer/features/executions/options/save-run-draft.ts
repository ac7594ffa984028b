import { z } from 'zod';
import { updateDraft } from '../../../client/drafts/drafts.ts';
import { defineRestoredDraft } from '../../../client/drafts/restored-draft.ts';
import { showDraftProblem } from '../../../ui/overlays/show-draft-problem.ts';
import { useRun } from '../run-store.ts';
import { emptyDraft, isUntouchedDraft, type RunDraft } from './run-draft.ts';
import { NetworkChoice, StoredRules } from './stored-network.ts';

/** Files are a separate draft, because they are large and rarely change. */
export const runDraftIds = ['run', 'run.files'] as const;

/** Run options without the files. */
export const StoredOptions = z.object({
  args: z.string(),
  stdin: z.string(),
  secrets: z.union([z.literal('all'), z.array(z.string())]),
  packages: z.boolean(),
  timeoutSeconds: z.string(),
  // A draft of an earlier version has none.
  compileTimeoutSeconds: z.string().default(''),
  maxQueueSeconds: z.string().default(''),
  memoryMb: z.string(),
  network: NetworkChoice,
  rules: StoredRules,
});
const StoredFiles = z.array(
  z.object({
    ...{ path: z.string(), size: z.number(), content: z.string(), encoding: z.enum(['utf8', 'base64']) },
    executable: z.boolean().optional(),
  }),
);
const StoredDraft = StoredOptions.extend({
  language: z.string(),
  code: z.string(),
  entry: z.string().optional(),
  // A draft of an earlier version has none.
  input: z.enum(['auto', 'ask', 'none']).default('auto'),
});

export const { useIsRestored: useIsRunRestored, whenRestored: whenRunRestored } = defineRestoredDraft({
  ids: runDraftIds,
  show: showDraft,
  watch: () => {
    useRun.subscribe(({ draft }, { draft: before }) => {
      if (draft !== before) save(draft, before);
    });
  },
  onProblem: showDraftProblem,
});

/** Shows a stored draft in the editor. */
export function showDraft(id: string, text: string | undefined): void {
  const { edit } = useRun.getState();
  const kept: unknown = text === undefined ? undefined : JSON.parse(text);
  const { files, ...rest } = emptyDraft;
  if (id === 'run.files') edit({ files: kept === undefined ? files : StoredFiles.parse(kept) });
  else edit(kept === undefined ? rest : StoredDraft.parse(kept));
}

function save(draft: RunDraft, before: RunDraft): void {
  const { files, ...rest } = draft;
  const isEmpty = rest.language === emptyDraft.language && isUntouchedDraft({ ...rest, files: [] });
  updateDraft('run', isEmpty ? undefined : JSON.stringify(StoredDraft.parse(rest)));
  if (files !== before.files) updateDraft('run.files', files.length === 0 ? undefined : JSON.stringify(files));
}
