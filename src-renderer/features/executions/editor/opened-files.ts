import { languageOfFile } from '../../../../src-shared/formats/file-language.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import type { OpenedFile } from '../../../../src-shared/shell-api.ts';
import { languagesQuery } from '../../../client/queries.ts';
import { defineSessionStore, sessionQueries } from '../../../client/session/session-scope.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { emptyDraft, isUntouchedDraft, type RunDraft } from '../options/run-draft.ts';
import { whenRunRestored } from '../options/save-run-draft.ts';
import { useRun } from '../run-store.ts';

type TextFile = Extract<OpenedFile, { kind: 'file' }>;

interface OpenedFiles {
  /** Files that would replace the user's work and wait for confirmation, oldest first. */
  waiting: readonly TextFile[];
  /** The draft that the last file set; while it is unchanged, nothing is lost. */
  shown: RunDraft | undefined;
}

export const useOpenedFiles = defineSessionStore<OpenedFiles>(() => ({ waiting: [], shown: undefined }));

/**
 * Opens a file of the desktop in the editor without running it. Asks first if it would replace the user's work, or the file
 * that was opened together with it.
 */
export async function openFile(file: OpenedFile): Promise<void> {
  if (file.kind === 'refused-file')
    return showToast(`${visibleLine(file.name)} was not opened: ${file.reason}.`, 'danger');
  await whenRunRestored();
  const { waiting } = useOpenedFiles.getState();
  const mayReplace = file.isNext !== true && isReplaceable(useRun.getState().draft);
  if (waiting.length === 0 && mayReplace) return show(file);
  useOpenedFiles.setState({ waiting: [...waiting, file] });
}

/** Answers the question about the first waiting file. */
export async function answerWaiting(isAccepted: boolean): Promise<void> {
  const [first, ...rest] = useOpenedFiles.getState().waiting;
  useOpenedFiles.setState({ waiting: rest });
  if (isAccepted && first !== undefined) await show(first);
}

/** Keeps the current code and opens none of the waiting files. */
export function refuseWaiting(): void {
  useOpenedFiles.setState({ waiting: [] });
}

/** Resets the options: those of the previous code, such as the network, must not apply to this file. */
async function show({ name, code }: TextFile): Promise<void> {
  const languages = await sessionQueries()
    .ensureQueryData(languagesQuery)
    .catch(() => []);
  const language = languageOfFile(languages, { name, code }) ?? useRun.getState().draft.language;
  const shown = { ...emptyDraft, language, code };
  useRun.getState().edit(shown);
  useOpenedFiles.setState({ shown });
}

/** Returns true for a sample or an unchanged opened file; any other draft is the user's work. */
export function isReplaceable(draft: RunDraft): boolean {
  const { shown } = useOpenedFiles.getState();
  if (isUntouchedDraft(draft)) return true;
  return shown !== undefined && JSON.stringify({ ...draft, language: shown.language }) === JSON.stringify(shown);
}
