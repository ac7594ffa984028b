import { RadioGroup } from '../../../ui/controls/radio-group.tsx';
import { FieldGroup } from '../../../ui/forms/form.tsx';
import { emptyRules, type RulesForm } from '../../../ui/network/rule-form.ts';
import { RulesEditor } from '../../../ui/network/rules-editor.tsx';

export interface ScriptRulesProps {
  /** Undefined: the script has no rules. */
  network: RulesForm | undefined;
  onNetwork(network: RulesForm | undefined): void;
}

/** Edits the network rules that are stored with a script. */
export function ScriptRules({ network, onNetwork }: ScriptRulesProps) {
  return (
    <FieldGroup label="Network rules" error={undefined} className="flex min-w-0 flex-col gap-3">
      <RadioGroup
        legend="Network rules of the script"
        legendHidden
        value={network === undefined ? 'none' : 'rules'}
        onValue={(choice) => onNetwork(choice === 'none' ? undefined : emptyRules)}
        options={[
          { value: 'none', label: 'None', hint: 'Runs have no network, unless their options say otherwise.' },
          { value: 'rules', label: 'Only these hosts' },
        ]}
      />
      {network && <RulesEditor draft={network} onDraft={onNetwork} />}
    </FieldGroup>
  );
}
