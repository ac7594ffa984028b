import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { networkLimits } from '../../../src-shared/contracts/network/network-limits.ts';
import { Button } from '../controls/button.tsx';
import { RadioGroup } from '../controls/radio-group.tsx';
import { useRowKeys } from '../forms/use-row-keys.ts';
import { RuleFields } from './rule-fields.tsx';
import { emptyRule, type RuleForm, type RulesForm } from './rule-form.ts';

interface RulesEditorProps {
  draft: RulesForm;
  /** Path of the rules in the contract. */
  path?: string;
  onDraft(draft: RulesForm): void;
}

/** Edits network rules: the hosts that a program can reach, and what happens for any other host. */
export function RulesEditor({ draft, path = 'network', onDraft }: RulesEditorProps) {
  const { allow, onBlocked } = draft;
  const { keys, drop } = useRowKeys(allow.length);
  const [added, setAdded] = useState<number>();
  const addButton = useRef<HTMLButtonElement>(null);
  const change = (index: number, patch: Partial<RuleForm>) =>
    onDraft({ ...draft, allow: allow.map((rule, at) => (at === index ? { ...rule, ...patch } : rule)) });
  const remove = (index: number) => {
    drop(index);
    setAdded(undefined);
    onDraft({ ...draft, allow: allow.filter((_, at) => at !== index) });
    // The button with the focus is removed with its row.
    addButton.current?.focus();
  };
  const add = () => {
    setAdded(allow.length);
    onDraft({ ...draft, allow: [...allow, emptyRule] });
  };
  return (
    <div className="@container flex min-w-0 flex-col gap-3">
      {allow.length === 0 && (
        <p className="text-xs text-muted">No host yet: the program can reach nothing until you add one.</p>
      )}
      {allow.length > 0 && (
        <ul
          aria-label="Hosts"
          className="grid grid-cols-[minmax(0,1fr)] gap-2 @2xl:grid-cols-[repeat(2,minmax(0,1fr))]"
        >
          {allow.map((rule, index) => (
            <li key={keys[index]} className="min-w-0">
              <RuleFields
                rule={rule}
                number={index + 1}
                isAdded={index === added}
                path={`${path}.allow[${index}]`}
                onChange={(patch) => change(index, patch)}
                onRemove={() => remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          ref={addButton}
          disabled={allow.length >= networkLimits.rules}
          onClick={add}
          icon={<Plus size={14} aria-hidden="true" />}
        >
          Add a host
        </Button>
      </div>
      <RadioGroup
        legend="If the program connects to another host"
        value={onBlocked}
        onValue={(next) => onDraft({ ...draft, onBlocked: next })}
        options={[
          { value: 'deny', label: 'Refuse the connection' },
          {
            value: 'ask',
            label: 'Ask me',
            hint: 'The connection waits up to 60 seconds for your decision. Only for the ports 443 and 80.',
          },
        ]}
      />
    </div>
  );
}
