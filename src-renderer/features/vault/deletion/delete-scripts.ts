import { entityTag } from '../../../../src-shared/contracts/preconditions.ts';
import { deleteCode, type EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { asApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { flushDrafts } from '../../../client/drafts/drafts.ts';
import { sessionQueries, sessionSignal } from '../../../client/session/session-scope.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { useDocuments } from '../documents/documents-store.ts';
import { dropDocument, scriptDraftsQuery } from '../documents/script-drafts.ts';
import { documentIdOf } from '../documents/script-edit.ts';
import { forgetVaultQueries } from '../save/store-sealed.ts';
import { clearSelection } from '../selection/selection-store.ts';
import { requireNoTransfer, runTransfer } from '../transfer/transfer-store.ts';
import { type KeptScript, keepScript, keptBytes, keptLimitBytes, keptName } from './kept-script.ts';
import { restoreKept } from './restore-kept.ts';
import { offerUndo, takeUndoable, type Undoable, useUndoables } from './undo-store.ts';

export interface Deletion {
  scripts: readonly EncryptedCodeMetadata[];
  /** False deletes without an undo, after a confirmation. */
  canUndo: boolean;
  /** Removes the run options of a deleted script. */
  dropOptionsOf(name: string): void;
}

/**
 * Deletes scripts at once in the daemon, one after the other, after reading what an undo must store again. Then offers the
 * undo. Returns the scripts that are not deleted because an undo could not bring them back.
 */
export async function deleteScripts({ scripts, canUndo, dropOptionsOf }: Deletion): Promise<readonly string[]> {
  const kept: KeptScript[] = [];
  const refused: string[] = [];
  let deleted = 0;
  let bytes = 0;
  const { chosen } = useDocuments.getState();
  await flushDrafts();
  try {
    await runTransfer({
      kind: 'delete',
      items: scripts,
      nameOf: ({ name }) => name,
      handle: async (script) => {
        const { name, revision } = script;
        const read = canUndo ? await keepScript(script, keptLimitBytes - bytes).catch(explain) : undefined;
        if (read === 'refused') return void refused.push(name);
        await call(deleteCode, { params: { name }, headers: { 'If-Match': entityTag(revision) } });
        deleted += 1;
        if (read !== undefined) kept.push(read);
        bytes += read === undefined ? 0 : keptBytes(read);
        forget(name, dropOptionsOf);
      },
    });
  } finally {
    await forgetVaultQueries();
  }
  if (sessionSignal()?.aborted !== false) return [];
  clearSelection();
  const [first] = kept;
  const said = deleted === 1 && first ? `${keptName(first)} is deleted.` : `${countOf(deleted)} deleted.`;
  if (kept.length > 0)
    offerUndo(kept, `${said} Undo restores all but the numbers and times of revisions.`, (undoable) =>
      startUndo(undoable, chosen),
    );
  else if (deleted > 0) showToast(said);
  return refused;
}

/** Undoes the last deletion that can be undone; returns false if there is none. */
export function undoLastDeletion(): boolean {
  const undoable = useUndoables.getState().undoables.at(-1);
  if (undoable !== undefined) startUndo(undoable, undefined);
  return undoable !== undefined;
}

function startUndo(undoable: Undoable, chosen: string | undefined): void {
  undoDeletion(undoable, chosen).catch((error: unknown) => showToast(asApiError(error).message, 'danger'));
}

/** Stores deleted scripts again, and opens the one that was open. The others can be tried again. */
async function undoDeletion(undoable: Undoable, chosen: string | undefined): Promise<void> {
  requireNoTransfer();
  if (!takeUndoable(undoable)) return;
  const restored: KeptScript[] = [];
  const { kept: all } = undoable;
  await flushDrafts();
  try {
    await runTransfer({
      kind: 'undo',
      items: all,
      nameOf: keptName,
      handle: async (kept) => {
        await restoreKept(kept);
        restored.push(kept);
      },
    });
  } finally {
    const left = all.filter((kept) => !restored.includes(kept));
    if (left.length > 0 && sessionSignal()?.aborted === false)
      offerUndo(left, `${countOf(left.length)} not restored yet.`, (again) => startUndo(again, chosen));
    await forgetVaultQueries();
    await sessionQueries().invalidateQueries({ queryKey: scriptDraftsQuery.queryKey });
  }
  if (chosen !== undefined && restored.some((kept) => keptName(kept) === chosen))
    useDocuments.getState().choose(chosen);
}

/** Returns `refused` for a script that cannot be kept. @throws ApiError for any other problem */
function explain(error: unknown): 'refused' {
  const { code } = asApiError(error);
  if (code === 'too_large' || code === 'item_rolled_back') return 'refused';
  throw error;
}

function forget(name: string, dropOptionsOf: (name: string) => void): void {
  const { chosen, choose } = useDocuments.getState();
  if (chosen === name) choose(undefined);
  dropDocument(documentIdOf(name));
  dropOptionsOf(name);
}

const countOf = (count: number) => (count === 1 ? '1 script' : `${count} scripts`);
