import type { ExecuteRequest } from '../../../../src-shared/contracts/execute-request.ts';
import { languageOfFile } from '../../../../src-shared/formats/file-language.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import type { OpenedFile } from '../../../../src-shared/shell-api.ts';
import { languagesQuery } from '../../../client/queries.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { linesOf } from '../environments/environments.ts';
import { draftOf, emptyDraft, type RunDraft, requestOf } from '../options/run-draft.ts';
import { whenScratchesRestored } from './keep-scratches.ts';
import type { ScratchId } from './scratch.ts';
import { isUnused, shownScratch, useScratches } from './scratch-store.ts';

/**
 * Opens a request with its options in a scratch, and shows it: the one that has it already, else an unused one, else a new
 * one. Returns its id; undefined, with a message, if too many are open.
 */
export async function openRequest(request: ExecuteRequest): Promise<ScratchId | undefined> {
  // The scratches of an earlier session may still be loading.
  await whenScratchesRestored();
  const draft = draftOf(request);
  const same = useScratches.getState().open.find((scratch) => isSame(scratch.draft, draft));
  if (same !== undefined) useScratches.getState().show(same.id);
  const id = same?.id ?? putIntoScratch(draft);
  const { left } = linesOf(request.env ?? {});
  if (id !== undefined && left.length > 0)
    showToast(`Variables with all kinds of quotes were left out: ${visibleLine(left.join(', '))}.`, 'danger');
  return id;
}

/**
 * Opens a file of the desktop in a scratch without running it. The options of other code, such as the network, do not apply
 * to it.
 */
export async function openFile(file: OpenedFile): Promise<void> {
  if (file.kind === 'refused-file')
    return showToast(`${visibleLine(file.name)} was not opened: ${file.reason}.`, 'danger');
  await whenScratchesRestored();
  const { name, code } = file;
  const languages = await sessionQueries()
    .ensureQueryData(languagesQuery)
    .catch(() => []);
  const language = languageOfFile(languages, { name, code }) ?? shownScratch().draft.language;
  const same = useScratches.getState().open.find((scratch) => scratch.name === name && scratch.draft.code === code);
  if (same === undefined) putIntoScratch({ ...emptyDraft, language, code }, name);
  else useScratches.getState().show(same.id);
}

/** Puts code into the scratch that is shown if it is unused, else into a new one. */
function putIntoScratch(draft: RunDraft, name?: string): ScratchId | undefined {
  const shown = shownScratch();
  const { add, replace } = useScratches.getState();
  if (!isUnused(shown)) return add(draft, name);
  replace(shown.id, draft, name);
  return shown.id;
}

/** Compares only the fields of a request, because a draft has more. */
function isSame(draft: RunDraft, other: RunDraft): boolean {
  return JSON.stringify(requestOf(draft)) === JSON.stringify(requestOf(other));
}
