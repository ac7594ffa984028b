import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { RadioGroup } from '../../../ui/controls/radio-group.tsx';
import { useRowKeys } from '../../../ui/forms/use-row-keys.ts';
import { Disclosure } from '../../../ui/layout/disclosure.tsx';
import { type BindingForm, emptyHost, type HostForm, prefixProblem } from './binding-form.ts';
import { HostFields } from './host-fields.tsx';

interface BindingFieldsProps {
  /** The name of the secret. */
  name: string;
  draft: BindingForm;
  onDraft(draft: BindingForm): void;
}

const hostsLimit = 16;

/** Selects where the value of a secret is used: in the program, or only in requests to some hosts. */
export function BindingFields({ name, draft, onDraft }: BindingFieldsProps) {
  const isBound = draft.kind === 'hosts';
  return (
    <>
      <RadioGroup
        legend="Where the value is used"
        value={draft.kind}
        onValue={(kind) => onDraft({ ...draft, kind })}
        options={[
          {
            value: 'variable',
            label: 'In the program, as an environment variable',
            hint: 'The program can read the value and send it anywhere that its network allows.',
          },
          {
            value: 'hosts',
            label: 'Only in requests to these hosts',
            hint: 'The program never gets the value: it gets a placeholder, which Strongroom replaces in requests to these hosts.',
          },
        ]}
      />
      {isBound && <Hosts draft={draft} onDraft={onDraft} />}
      {isBound && <More name={name} draft={draft} onDraft={onDraft} />}
    </>
  );
}

function Hosts({ draft, onDraft }: Omit<BindingFieldsProps, 'name'>) {
  const { hosts } = draft;
  const { keys, drop } = useRowKeys(hosts.length);
  const change = (index: number, patch: Partial<HostForm>) =>
    onDraft({ ...draft, hosts: hosts.map((host, at) => (at === index ? { ...host, ...patch } : host)) });
  const remove = (index: number) => {
    drop(index);
    onDraft({ ...draft, hosts: hosts.filter((_, at) => at !== index) });
  };
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label="Hosts" className="flex flex-col gap-2">
        {hosts.map((host, index) => (
          <li key={keys[index]}>
            <HostFields
              draft={host}
              number={index + 1}
              path={`hosts[${index}]`}
              onChange={(patch) => change(index, patch)}
              onRemove={hosts.length > 1 ? () => remove(index) : undefined}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button
          disabled={hosts.length >= hostsLimit}
          onClick={() => onDraft({ ...draft, hosts: [...hosts, emptyHost] })}
          icon={<Plus size={14} aria-hidden="true" />}
        >
          Add a host
        </Button>
      </div>
    </div>
  );
}

function More({ name, draft, onDraft }: BindingFieldsProps) {
  const [isOpen, setOpen] = useState(draft.placeholderPrefix !== '');
  return (
    <div className="rounded-control border border-line">
      <Disclosure label="More" open={isOpen} onOpen={setOpen}>
        <div className="px-3 pb-3">
          <TextField
            label="Beginning of the placeholder"
            name="placeholderPrefix"
            subject="The beginning"
            hint="For clients that check the form of a key, such as sk-."
            placeholder={`srph_${name === '' ? 'NAME' : name}_`}
            mono
            value={draft.placeholderPrefix}
            invalid={prefixProblem(draft.placeholderPrefix)}
            onChange={(event) => onDraft({ ...draft, placeholderPrefix: event.target.value })}
          />
        </div>
      </Disclosure>
    </div>
  );
}
