import { useQuery } from '@tanstack/react-query';
import type { CeilingEntry, NetworkRule } from '../../../../src-shared/contracts/network/network-rules.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { allowInCeiling } from '../../../client/allow-in-ceiling.ts';
import { asApiError } from '../../../client/api-error.ts';
import { settingsQuery } from '../../../client/queries.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { ceilingEntryOf, isWithinCeiling } from '../../../ui/network/ceiling.ts';
import { ceilingText } from '../../../ui/network/rules-text.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { type BindingForm, hostProblems } from './binding-form.ts';

/** Returns what the settings must allow in addition, so that network rules can name the hosts of a secret. */
export function missingEntries({ kind, hosts }: BindingForm, ceiling: readonly CeilingEntry[]): CeilingEntry[] {
  if (kind !== 'hosts') return [];
  const valid = hosts.filter((host) => !hostProblems(host).has('host'));
  const rules = [...new Set(valid.map(({ host }) => host.trim()))].map((host): NetworkRule => ({ host }));
  return rules.filter((rule) => !isWithinCeiling(rule, ceiling)).map(ceilingEntryOf);
}

/** Returns what the settings must allow in addition for a secret; nothing while they are loading. */
export function useMissingEntries(binding: BindingForm): CeilingEntry[] {
  const { data: settings } = useQuery(settingsQuery);
  return settings === undefined ? [] : missingEntries(binding, settings.network.ceiling);
}

interface AllowHostsProps {
  missing: readonly CeilingEntry[];
  checked: boolean;
  onChecked(checked: boolean): void;
}

/** Offers to allow the hosts of a secret in the settings when it is saved. */
export function AllowHosts({ missing, checked, onChecked }: AllowHostsProps) {
  if (missing.length === 0) return null;
  return (
    <Checkbox
      label="Let network rules allow these hosts"
      hint={
        <span className="break-words">
          Your settings do not yet, so a run cannot use the secret. They then allow, for all runs, scripts and API keys:{' '}
          <span className="font-mono">{visibleLine(missing.map(ceilingText).join('; '))}</span>.
        </span>
      }
      checked={checked}
      onChecked={onChecked}
    />
  );
}

/** Allows the hosts of a secret that is saved. A failure is shown as a message, because the secret is saved in any case. */
export async function allowHosts(name: string, entries: readonly CeilingEntry[]): Promise<void> {
  try {
    await allowInCeiling(entries);
  } catch (error) {
    const { message } = asApiError(error);
    showToast(
      `${name} is saved, but its hosts were not allowed: ${message} Allow them in Settings, Network.`,
      'danger',
    );
  }
}
