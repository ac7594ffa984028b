import { z } from 'zod';
import { asApiError } from '../../client/api-error.ts';
import { keepDraft, loadDraft } from '../../client/drafts/drafts.ts';
import { defineSessionStore, sessionSignal } from '../../client/session-scope.ts';
import { showToast } from '../../ui/toasts.tsx';
import { emptyDraft, isUntouchedDraft, type RunDraft } from './run-draft.ts';
import { useRun } from './run-store.ts';

/** The files are a draft of their own: they are large, and change seldom. */
export const runDraftIds = ['run', 'run.files'] as const;

const KeptFiles = z.array(
  z.object({ path: z.string(), size: z.number(), content: z.string(), encoding: z.enum(['utf8', 'base64']) }),
);
const KeptDraft = z.object({
  language: z.string(),
  code: z.string(),
  args: z.string(),
  stdin: z.string(),
  secrets: z.union([z.literal('all'), z.array(z.string())]),
  packages: z.boolean(),
  timeoutSeconds: z.string(),
  memoryMb: z.string(),
  network: z.enum(['none', 'full']),
});

/** `restored` is settled when the draft of an earlier window is in the editor, or there is none. */
const useRestored = defineSessionStore<{ restored: Promise<void> | undefined; isReady: boolean }>(() => ({
  restored: undefined,
  isReady: false,
}));

/** Whether the editor has what was in it when the account was last signed in. */
export const useIsRunRestored = (): boolean => useRestored((state) => state.isReady);

/** Brings the draft back, once a session, and saves it from then on. */
export function whenRunRestored(): Promise<void> {
  const { restored } = useRestored.getState();
  if (restored !== undefined) return restored;
  const work = restore(sessionSignal());
  useRestored.setState({ restored: work });
  return work;
}

async function restore(signal: AbortSignal | undefined): Promise<void> {
  const loaded = await Promise.allSettled(runDraftIds.map((id) => loadDraft(id)));
  // The session can have ended meanwhile, and another can have begun.
  if (signal === undefined || signal.aborted) return;
  for (const [index, result] of loaded.entries()) {
    try {
      if (result.status === 'rejected') throw result.reason;
      if (result.value !== undefined) showDraft(runDraftIds[index] ?? '', result.value);
    } catch (error) {
      showToast(`A draft could not be opened, and is left as it is. ${asApiError(error).message}`, 'danger');
    }
  }
  useRun.subscribe(({ draft }, { draft: before }) => {
    if (draft !== before) keep(draft, before);
  });
  useRestored.setState({ isReady: true });
}

/** Puts a kept draft into the editor. */
export function showDraft(id: string, text: string | undefined): void {
  const { edit } = useRun.getState();
  const kept: unknown = text === undefined ? undefined : JSON.parse(text);
  const { files, ...rest } = emptyDraft;
  if (id === 'run.files') edit({ files: kept === undefined ? files : KeptFiles.parse(kept) });
  else edit(kept === undefined ? rest : KeptDraft.parse(kept));
}

function keep(draft: RunDraft, before: RunDraft): void {
  const { files, ...rest } = draft;
  const isEmpty = rest.language === emptyDraft.language && isUntouchedDraft({ ...rest, files: [] });
  keepDraft('run', isEmpty ? undefined : JSON.stringify(KeptDraft.parse(rest)));
  if (files !== before.files) keepDraft('run.files', files.length === 0 ? undefined : JSON.stringify(files));
}
