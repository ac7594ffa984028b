import { isUntouchedDraft } from '../../features/executions/options/run-draft.ts';
import { scratchOfOwner, scriptOfOwner } from '../../features/executions/run-owner.ts';
import { isUnderWay, useCurrentRuns } from '../../features/executions/run-store.ts';
import { ownerOf } from '../../features/executions/scratches/scratch.ts';
import { useScratches } from '../../features/executions/scratches/scratch-store.ts';
import { useDocuments } from '../../features/vault/documents/documents-store.ts';
import type { CodeTab, TabKey } from './use-tabs.ts';

/** Shows the document of a tab on its screen. */
export function showTab(key: TabKey, navigate: (path: string) => void): void {
  const scratch = scratchOfOwner(key);
  if (scratch !== undefined) useScratches.getState().show(scratch);
  else if (key !== 'generated') chooseScript(key === 'new' ? undefined : scriptOfOwner(key));
  navigate(scratch !== undefined ? '/run' : key === 'generated' ? '/generate' : '/vault');
}

function chooseScript(name: string | undefined): void {
  const { chosen, choose } = useDocuments.getState();
  if (chosen !== name) choose(name);
}

/** Returns true if closing the tab loses something, so that the user must be asked first. */
export function losesOnClose(key: TabKey): boolean {
  const id = scratchOfOwner(key);
  const scratch = useScratches.getState().open.find((one) => one.id === id);
  if (scratch === undefined) return false;
  return !isUntouchedDraft(scratch.draft) || isUnderWay(useCurrentRuns.getState().runs[ownerOf(scratch.id)]);
}

/**
 * Closes a tab. A scratch is deleted, and its run is cancelled; a script stays in the vault with its changes, and its
 * run continues. If the tab was shown, its neighbour is.
 */
export function closeTab(tabs: readonly CodeTab[], key: TabKey, navigate: (path: string) => void): void {
  const index = tabs.findIndex((tab) => tab.key === key);
  const tab = tabs[index];
  if (tab === undefined || tab.isFixed) return;
  const next = tabs[index + 1] ?? tabs[index - 1];
  const id = scratchOfOwner(key);
  const name = key === 'new' ? undefined : scriptOfOwner(key);
  if (id !== undefined) void useCurrentRuns.getState().cancel(ownerOf(id));
  if (tab.isShown && next !== undefined) showTab(next.key, navigate);
  if (id !== undefined) useScratches.getState().close(id);
  else if (name !== undefined) useDocuments.getState().closeTab(name);
}
