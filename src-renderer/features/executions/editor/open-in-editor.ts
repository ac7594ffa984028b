import type { ExecuteRequest } from '../../../../src-shared/contracts/execute-request.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { draftOf, type RunDraft, requestOf } from '../options/run-draft.ts';
import { whenRunRestored } from '../options/save-run-draft.ts';
import { useRun } from '../run-store.ts';
import { isReplaceable } from './opened-files.ts';

/** Returns true if replacing the editor's content with this request would lose unsaved work. */
export async function wouldDiscard(request: ExecuteRequest): Promise<boolean> {
  // The draft of an earlier session may still be loading.
  await whenRunRestored();
  const { draft } = useRun.getState();
  return !isReplaceable(draft) && !isSame(draft, draftOf(request));
}

/** Opens a request in the editor and its options. */
export function openInEditor(request: ExecuteRequest): void {
  useRun.getState().edit(draftOf(request));
  const names = Object.keys(request.env ?? {});
  if (names.length > 0)
    showToast(
      `The editor has no field for environment variables, so these were left out: ${visibleLine(names.join(', '))}.`,
      'danger',
    );
}

/** Compares only the fields of a request, because a draft has more. */
function isSame(draft: RunDraft, other: RunDraft): boolean {
  return JSON.stringify(requestOf(draft)) === JSON.stringify(requestOf(other));
}
