import type { ExecuteRequest } from '../../../../src-shared/contracts/execute-request.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { showToast } from '../../../ui/overlays/toasts.tsx';
import { draftOf, type RunDraft, requestOf } from '../options/run-draft.ts';
import { whenRunRestored } from '../options/save-run-draft.ts';
import { useRun } from '../run-store.ts';
import { isReplaceable } from './opened-files.ts';

/** Whether what is in the editor would be lost with this request in its place. */
export async function wouldDiscard(request: ExecuteRequest): Promise<boolean> {
  // A draft of an earlier session may still be on its way into the editor.
  await whenRunRestored();
  const { draft } = useRun.getState();
  return !isReplaceable(draft) && !isSame(draft, draftOf(request));
}

/** Puts a request into the editor and its options, to be changed and run. */
export function openInEditor(request: ExecuteRequest): void {
  useRun.getState().edit(draftOf(request));
  const names = Object.keys(request.env ?? {});
  if (names.length > 0)
    showToast(
      `The editor has no field for environment variables, so these were left out: ${visibleLine(names.join(', '))}.`,
      'danger',
    );
}

/** By the fields of a request: a draft can know more of itself. */
function isSame(draft: RunDraft, other: RunDraft): boolean {
  return JSON.stringify(requestOf(draft)) === JSON.stringify(requestOf(other));
}
