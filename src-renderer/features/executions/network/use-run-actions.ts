import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { rulesDraftWith } from '../../../ui/network/rule-draft.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { useRun } from '../run-store.ts';
import type { NetworkActions } from './network-actions.ts';

/** Returns the actions of the Run screen on blocked connections. */
export function useRunActions(): NetworkActions {
  const hasRequest = useRun(({ run }) => run?.request !== undefined);
  const isOfEditor = useRun(({ run }) => run !== undefined && run.label === undefined);
  return {
    runAgainWith: hasRequest ? (rule) => void useRun.getState().repeatWith(rule) : undefined,
    keepRule: isOfEditor
      ? (rule) => {
          const { draft, edit } = useRun.getState();
          edit({ network: 'rules', rules: rulesDraftWith(draft.rules, rule) });
          showToast(`${visibleLine(rule.host)} is added to the hosts under Options, Network.`);
        }
      : undefined,
  };
}
