import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { type RunOwner, scriptOwner } from '../../features/executions/run-owner.ts';
import { isUnderWay, useCurrentRuns } from '../../features/executions/run-store.ts';
import { useAreScratchesRestored } from '../../features/executions/scratches/keep-scratches.ts';
import { ownerOf, titleOf } from '../../features/executions/scratches/scratch.ts';
import { useScratches } from '../../features/executions/scratches/scratch-store.ts';
import { useGeneration } from '../../features/generation/generation-store.ts';
import { useDocuments } from '../../features/vault/documents/documents-store.ts';
import { documentIdOf, isUnsaved } from '../../features/vault/documents/script-edit.ts';
import { vaultQuery } from '../../features/vault/vault.queries.ts';

/** A document of the tab strip. `new` is a script without a name. */
export type TabKey = RunOwner | 'new';

export interface CodeTab {
  key: TabKey;
  title: string;
  isShown: boolean;
  isRunning: boolean;
  /** True for a script with changes that are not in the vault. */
  isUnsaved: boolean;
  /** True if the tab stays as long as its screen is shown. */
  isFixed: boolean;
}

/** Returns the open documents of the Run, Vault and Generate screens, in the order of their tabs. */
export function useTabs(): readonly CodeTab[] {
  const [location] = useLocation();
  const { open, shown } = useScratches();
  const areRestored = useAreScratchesRestored();
  const names = useOpenScripts();
  const { chosen, edits } = useDocuments();
  const runs = useCurrentRuns((state) => state.runs);
  const hasProposal = useGeneration(({ rounds }) => rounds.length > 0);
  const screen = location.split('/')[1] ?? '';
  return useMemo(() => {
    const isRunning = (owner: RunOwner) => isUnderWay(runs[owner]);
    const tab = (key: TabKey, title: string, rest: Partial<CodeTab>): CodeTab => ({
      ...{ key, title, isShown: false, isRunning: false, isUnsaved: false, isFixed: false },
      ...rest,
    });
    const tabs = (areRestored ? open : []).map((scratch) => {
      const owner = ownerOf(scratch.id);
      const isShown = screen === 'run' && scratch.id === shown;
      return tab(owner, titleOf(scratch), { isShown, isRunning: isRunning(owner) });
    });
    for (const name of names) {
      const owner = scriptOwner(name);
      const isShown = screen === 'vault' && chosen === name;
      tabs.push(
        tab(owner, name, { isShown, isRunning: isRunning(owner), isUnsaved: isUnsaved(edits[documentIdOf(name)]) }),
      );
    }
    const isNewUnsaved = isUnsaved(edits['script-new']);
    const isNewShown = screen === 'vault' && chosen === undefined;
    if (isNewShown || isNewUnsaved)
      tabs.push(tab('new', 'New script', { isShown: isNewShown, isUnsaved: isNewUnsaved, isFixed: true }));
    const isProposalShown = screen === 'generate';
    if (isProposalShown || hasProposal)
      tabs.push(
        tab('generated', 'Proposal', { isShown: isProposalShown, isRunning: isRunning('generated'), isFixed: true }),
      );
    return tabs;
  }, [screen, areRestored, open, shown, names, chosen, edits, runs, hasProposal]);
}

/** Returns the scripts with a tab: without those that the vault no longer has, once it is loaded. */
function useOpenScripts(): readonly string[] {
  const { tabs, edits } = useDocuments();
  // Requests nothing: each request for the list is an entry in the audit log.
  const { data: stored } = useQuery({ ...vaultQuery, enabled: false });
  return useMemo(() => {
    if (stored === undefined) return tabs;
    const names = new Set(stored.map(({ name }) => name));
    return tabs.filter((name) => names.has(name) || isUnsaved(edits[documentIdOf(name)]));
  }, [tabs, stored, edits]);
}
