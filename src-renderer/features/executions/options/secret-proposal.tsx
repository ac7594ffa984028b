import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { NetworkRules } from '../../../../src-shared/contracts/network/network-rules.ts';
import type { SecretMetadata } from '../../../../src-shared/contracts/secrets.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { allowInCeiling } from '../../../client/allow-in-ceiling.ts';
import { settingsQuery } from '../../../client/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { ceilingEntryOf, isWithinCeiling } from '../../../ui/network/ceiling.ts';
import type { RulesForm } from '../../../ui/network/rule-form.ts';
import { ceilingText, hostText, limitsText } from '../../../ui/network/rules-text.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import type { NetworkChoice } from './option-fields.ts';
import type { RunOptionsDraft } from './options-draft.ts';
import { proposeRules } from './secret-rules.ts';

interface SecretProposalProps {
  secret: SecretMetadata;
  draft: RunOptionsDraft;
  /** The rules that are stored with the script. */
  stored: NetworkRules | undefined;
  /** Called before the rules are added, which removes the proposal. */
  onTaken(): void;
  onRules(rules: RulesForm): void;
}

/** Proposes the network rules that a selected secret needs; one click takes them, and allows their hosts in the settings. */
export function SecretProposal({ secret, draft, stored, onTaken, onRules }: SecretProposalProps) {
  const { data: settings } = useQuery(settingsQuery);
  const { rules, own, others } = proposeRules(secret, draft, stored);
  const missing = own.filter((rule) => !isWithinCeiling(rule, settings?.network.ceiling ?? [])).map(ceilingEntryOf);
  const name = visibleLine(secret.name);
  const taking = useMutation({
    mutationFn: () => allowInCeiling(missing),
    onSuccess: () => {
      onTaken();
      onRules(rules);
      showToast(`${name} is put into requests to ${visibleLine(own.map(hostText).join(', '))}.`);
    },
  });
  const group = useRef<HTMLFieldSetElement>(null);
  const isLoaded = settings !== undefined;
  // The list of names can be at the lower edge, where its proposal would not be noticed.
  useEffect(() => {
    const isSelecting = isLoaded && group.current?.parentElement?.contains(document.activeElement);
    if (isSelecting) group.current?.scrollIntoView({ block: 'nearest' });
  }, [isLoaded]);
  const mustAllow = settings !== undefined && missing.length > 0;
  return (
    <fieldset
      ref={group}
      aria-label={`Rules for ${name}`}
      className="flex min-w-0 flex-col gap-2 rounded-control border border-line bg-accent-soft px-2.5 py-2 text-xs"
    >
      <div role="status" className="flex min-w-0 flex-col gap-1">
        <p className="break-words">
          <span className="font-mono break-all">{name}</span> needs a rule of this run, which allows HTTPS and puts the
          value into the requests:
        </p>
        <ul className="font-mono break-all">
          {own.map((rule) => (
            <li key={JSON.stringify(rule)}>
              {visibleLine([hostText(rule), limitsText(rule)].filter(Boolean).join(' · '))}
            </li>
          ))}
        </ul>
        <NetworkChange network={draft.network} others={others} />
      </div>
      {mustAllow && (
        <p className="rounded-control bg-warn-soft px-2 py-1 break-words text-warn">
          Your settings do not allow this yet. They are changed too, for all runs, scripts and API keys, and then allow:{' '}
          <span className="font-mono">{visibleLine(missing.map(ceilingText).join('; '))}</span>.
        </p>
      )}
      <ErrorNote error={taking.error} />
      <div>
        <Button
          kind="primary"
          disabled={settings === undefined}
          busy={taking.isPending}
          onClick={() => taking.mutate()}
          className="max-w-full"
        >
          {mustAllow ? 'Allow and add the rule' : 'Add the rule'}
        </Button>
      </div>
    </fieldset>
  );
}

const networkNames: Partial<Record<NetworkChoice, string>> = { none: 'None', full: 'Everything' };

/** Says that another network gets selected, and which hosts the options kept for it. */
function NetworkChange({ network, others }: { network: NetworkChoice; others: readonly string[] }) {
  if (network === 'rules') return null;
  const from = networkNames[network];
  return (
    <p className="break-words text-muted">
      The network changes {from === undefined ? '' : `from “${from}” `}to “Only these hosts”
      {others.length > 0 && `, where these are listed already: ${visibleLine(others.join(', '))}`}.
    </p>
  );
}
