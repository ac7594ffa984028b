import { useEffect } from 'react';
import { z } from 'zod';
import { alwaysKeepOwnDraft, updateDraft } from '../../client/drafts/drafts.ts';
import { defineRestoredDraft } from '../../client/drafts/restored-draft.ts';
import { useDocuments } from '../../features/vault/documents/documents-store.ts';
import { showDraftProblem } from '../../ui/overlays/show-draft-problem.ts';

const tabsId = 'vault.tabs';
const Tabs = z.array(z.string()).max(200);

const { whenRestored } = defineRestoredDraft({
  ids: [tabsId],
  show: (_, text) => useDocuments.getState().restoreTabs(Tabs.parse(JSON.parse(text))),
  watch: () => {
    useDocuments.subscribe(({ tabs }, before) => {
      if (tabs !== before.tabs) updateDraft(tabsId, tabs.length === 0 ? undefined : JSON.stringify(tabs.slice(0, 200)));
    });
    // The tabs of another window say nothing about those of this one.
    alwaysKeepOwnDraft(tabsId);
  },
  onProblem: showDraftProblem,
});

/** Restores the tabs of scripts that an earlier session left open, and keeps them, encrypted with the account's key. */
export function useKeptScriptTabs(): void {
  useEffect(() => void whenRestored(), []);
}
