import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NetworkProtocol, NetworkRule } from '../../../../src-shared/contracts/network/network-rules.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { allowInCeiling } from '../../../client/allow-in-ceiling.ts';
import { settingsQuery } from '../../../client/queries.ts';
import { SelectField, TextField } from '../../../ui/controls/field.tsx';
import { ceilingEntryOf, isWithinCeiling } from '../../../ui/network/ceiling.ts';
import { type RuleForm, ruleFormOf, ruleOf, ruleProblems } from '../../../ui/network/rule-form.ts';
import { ceilingText, protocolOptions } from '../../../ui/network/rules-text.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { BreakableText } from '../../../ui/text/breakable-text.tsx';

interface AllowDialogProps {
  kind: 'once' | 'always';
  rule: NetworkRule;
  onClose(): void;
  onConfirm(rule: NetworkRule): void;
}

const texts = {
  once: {
    confirm: 'Run again',
    effect:
      'The code runs again from its beginning with this host in addition. Only this run can reach the host: the rules are not changed.',
  },
  always: {
    confirm: 'Add the rule',
    effect: 'The host is added to the network rules of this script, for later runs. The current run does not change.',
  },
} as const;

/** Asks before a refused host is allowed, for one run or for later ones, and in the settings if it must be. */
export function AllowDialog({ kind, rule, onClose, onConfirm }: AllowDialogProps) {
  const { data: settings } = useQuery(settingsQuery);
  const [draft, setDraft] = useState<RuleForm>(() => ruleFormOf(rule));
  const problems = ruleProblems(draft);
  const chosen = ruleOf(draft);
  const isMissing = settings !== undefined && problems.size === 0 && !isWithinCeiling(chosen, settings.network.ceiling);
  const allow = useMutation({
    mutationFn: async () => {
      if (isMissing) await allowInCeiling([ceilingEntryOf(chosen)]);
    },
    onSuccess: () => {
      onClose();
      onConfirm(chosen);
    },
  });
  const { confirm, effect } = texts[kind];
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Allow ${visibleLine(rule.host)}?`}
      confirm={isMissing ? `Allow in settings and ${confirm.charAt(0).toLowerCase()}${confirm.slice(1)}` : confirm}
      busy={allow.isPending}
      error={allow.error}
      onConfirm={() => allow.mutate()}
    >
      <p>{effect} A program that reaches a host can send it all data that the program has.</p>
      <div className="grid grid-cols-2 gap-2 text-ink">
        <TextField
          label="Ports"
          name="ports"
          subject="The ports"
          mono
          placeholder={draft.protocol === 'http' ? '80' : '443'}
          value={draft.ports}
          invalid={problems.get('ports')}
          onChange={(event) => setDraft({ ...draft, ports: event.target.value })}
        />
        <SelectField
          label="Protocol"
          value={draft.protocol}
          options={protocolOptions}
          onValue={(protocol) => setDraft({ ...draft, protocol: protocol as NetworkProtocol })}
        />
      </div>
      {isMissing && (
        <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
          Your settings do not allow this host. They are changed too, for all runs, scripts and API keys, and then
          allow:{' '}
          <span className="font-mono">
            <BreakableText text={visibleLine(ceilingText(ceilingEntryOf(chosen)))} />
          </span>
          .
        </p>
      )}
    </ConfirmDialog>
  );
}
