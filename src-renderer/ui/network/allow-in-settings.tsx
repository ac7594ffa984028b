import { useMutation } from '@tanstack/react-query';
import type { NetworkRule } from '../../../src-shared/contracts/network/network-rules.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { allowInCeiling } from '../../client/allow-in-ceiling.ts';
import { ConfirmDialog } from '../overlays/confirm-dialog.tsx';
import { showToast } from '../overlays/toasts.ts';
import { ceilingEntryOf } from './ceiling.ts';
import { ceilingText } from './rules-text.ts';

interface AllowInSettingsProps {
  rule: NetworkRule;
  onClose(): void;
  /** Called when the settings allow the host. */
  onAllowed?: () => void;
}

/** Asks before the host of a rule is added to the hosts that the settings allow. */
export function AllowInSettings({ rule, onClose, onAllowed }: AllowInSettingsProps) {
  const entry = ceilingEntryOf(rule);
  const host = visibleLine(rule.host);
  const allow = useMutation({
    mutationFn: () => allowInCeiling([entry]),
    onSuccess: () => {
      showToast(`The settings allow ${host} now.`);
      onClose();
      onAllowed?.();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Allow ${host} in the settings?`}
      confirm="Allow it"
      busy={allow.isPending}
      error={allow.error}
      onConfirm={() => allow.mutate()}
    >
      <p>
        The settings then allow: <span className="font-mono break-all">{visibleLine(ceilingText(entry))}</span>.
      </p>
      <p>
        Network rules of all your runs, scripts and API keys can name this host from then on. A program that reaches it
        can send it all data that the program has. You can remove the host in Settings, Network.
      </p>
    </ConfirmDialog>
  );
}
