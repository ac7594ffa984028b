import { languageOfFile } from '../../../../src-shared/formats/file-language.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import type { OpenedFile } from '../../../../src-shared/shell-api.ts';
import { languagesQuery } from '../../../client/queries.ts';
import { defineSessionStore, sessionQueries } from '../../../client/session/session-scope.ts';
import { showToast } from '../../../ui/overlays/toasts.tsx';
import { whenRunRestored } from '../options/save-run-draft.ts';
import { emptyDraft, isUntouchedDraft, type RunDraft } from '../options/run-draft.ts';
import { useRun } from '../run-store.ts';

type TextFile = Extract<OpenedFile, { kind: 'file' }>;

interface OpenedFiles {
  /** Those that would take the place of somebody's work: they wait for an answer, the first of them first. */
  waiting: readonly TextFile[];
  /** What the last file put into the editor: nothing is lost while that is as it was. */
  shown: RunDraft | undefined;
}

export const useOpenedFiles = defineSessionStore<OpenedFiles>(() => ({ waiting: [], shown: undefined }));

/** A file of the desktop comes into the editor, and is not run. What is in the editor by then is asked about first. */
export async function openFile(file: OpenedFile): Promise<void> {
  if (file.kind === 'refused-file')
    return showToast(`${visibleLine(file.name)} was not opened: ${file.reason}.`, 'danger');
  await whenRunRestored();
  const { waiting } = useOpenedFiles.getState();
  if (waiting.length === 0 && isReplaceable(useRun.getState().draft)) return show(file);
  useOpenedFiles.setState({ waiting: [...waiting, file] });
}

/** Ends the question about the first file that waits. */
export async function answerWaiting(isAccepted: boolean): Promise<void> {
  const [first, ...rest] = useOpenedFiles.getState().waiting;
  useOpenedFiles.setState({ waiting: rest });
  if (isAccepted && first !== undefined) await show(first);
}

/** With options of its own: what the code before it was given, the network among it, was not meant for this one. */
async function show({ name, code }: TextFile): Promise<void> {
  const languages = await sessionQueries()
    .ensureQueryData(languagesQuery)
    .catch(() => []);
  const language = languageOfFile(languages, { name, code }) ?? useRun.getState().draft.language;
  const shown = { ...emptyDraft, language, code };
  useRun.getState().edit(shown);
  useOpenedFiles.setState({ shown });
}

/** A sample, and a file as it was opened, are not the user's work; every other draft is asked about. */
export function isReplaceable(draft: RunDraft): boolean {
  const { shown } = useOpenedFiles.getState();
  if (isUntouchedDraft(draft)) return true;
  return shown !== undefined && JSON.stringify({ ...draft, language: shown.language }) === JSON.stringify(shown);
}
