import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { rulesFormWith } from '../../../ui/network/rule-form.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { isUnderWay, useCurrentRuns, useRunOf } from '../run-store.ts';
import { ownerOf, type ScratchId } from '../scratches/scratch.ts';
import { useScratches } from '../scratches/scratch-store.ts';
import type { NetworkActions } from './network-actions.ts';

/** Returns the actions of a scratch on blocked connections of its run. */
export function useRunActions(id: ScratchId): NetworkActions {
  const owner = ownerOf(id);
  const run = useRunOf(owner);
  return {
    runAgainWith: run?.request && ((rule) => void useCurrentRuns.getState().repeatWith(owner, rule)),
    isBusy: isUnderWay(run),
    keepRule: (rule) => {
      const { open, edit } = useScratches.getState();
      const draft = open.find((scratch) => scratch.id === id)?.draft;
      if (draft === undefined) return;
      edit({ network: 'rules', rules: rulesFormWith(draft.rules, rule) }, id);
      showToast(`${visibleLine(rule.host)} is added to the hosts under Options, Network.`);
    },
  };
}
