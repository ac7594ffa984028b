import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { networkLimits } from '../../../../src-shared/contracts/network/network-limits.ts';
import { networkProtocols } from '../../../../src-shared/contracts/network/network-rules.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { problemSentence } from '../../../client/field-problems.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { useRowKeys } from '../../../ui/forms/use-row-keys.ts';
import { protocolNames } from '../../../ui/network/rules-text.ts';
import { type CeilingForm, ceilingProblems, emptyCeiling } from './ceiling-form.ts';

interface CeilingEditorProps {
  entries: readonly CeilingForm[];
  onEntries(entries: readonly CeilingForm[]): void;
}

/** Edits the hosts that network rules can allow. */
export function CeilingEditor({ entries, onEntries }: CeilingEditorProps) {
  const { keys, drop } = useRowKeys(entries.length);
  const [added, setAdded] = useState<number>();
  const addButton = useRef<HTMLButtonElement>(null);
  const remove = (index: number) => {
    drop(index);
    setAdded(undefined);
    onEntries(entries.filter((_, at) => at !== index));
    addButton.current?.focus();
  };
  const add = () => {
    setAdded(entries.length);
    onEntries([...entries, emptyCeiling]);
  };
  return (
    <div className="@container flex flex-col gap-2">
      <h3 className="text-sm font-medium">Hosts that network rules can allow</h3>
      <p className="max-w-prose text-xs text-muted">
        The rules of a run, a script or a sandbox can name only these hosts. *.example.com allows all names below
        example.com, and * every host with a public address.
      </p>
      {entries.length === 0 && <p className="text-sm text-muted">None yet, so no run can have network rules.</p>}
      <ul aria-label="Hosts that network rules can allow" className="flex flex-col gap-2">
        {entries.map((entry, index) => (
          <li key={keys[index]}>
            <EntryFields
              entry={entry}
              number={index + 1}
              path={`network.ceiling[${index}]`}
              isAdded={index === added}
              onChange={(patch) => onEntries(entries.map((one, at) => (at === index ? { ...one, ...patch } : one)))}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button
          ref={addButton}
          disabled={entries.length >= networkLimits.ceilingEntries}
          onClick={add}
          icon={<Plus size={14} aria-hidden="true" />}
        >
          Add a host
        </Button>
      </div>
    </div>
  );
}

interface EntryFieldsProps {
  entry: CeilingForm;
  /** Number of the entry, from 1. */
  number: number;
  path: string;
  isAdded: boolean;
  onChange(patch: Partial<CeilingForm>): void;
  onRemove(): void;
}

function EntryFields({ entry, number, path, isAdded, onChange, onRemove }: EntryFieldsProps) {
  const problems = ceilingProblems(entry);
  const name = entry.host.trim() === '' ? `host ${number}` : visibleLine(entry.host.trim());
  return (
    <fieldset aria-label={`Allowed: ${name}`} className="min-w-0 rounded-control border border-line px-3 py-2">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <TextField
            label="Host"
            name={`${path}.host`}
            placeholder="*.example.com"
            mono
            required
            autoFocus={isAdded}
            value={entry.host}
            invalid={entry.host === '' ? undefined : problems.get('host')}
            onChange={(event) => onChange({ host: event.target.value })}
          />
        </div>
        <div className="w-32">
          <TextField
            label="Ports"
            name={`${path}.ports`}
            subject="The ports"
            placeholder="every port"
            mono
            value={entry.ports}
            invalid={problems.get('ports')}
            onChange={(event) => onChange({ ports: event.target.value })}
          />
        </div>
        <Protocols entry={entry} problem={problems.get('protocols')} onChange={onChange} />
        <IconButton
          label={`Remove ${name}`}
          icon={<X size={14} aria-hidden="true" />}
          onClick={onRemove}
          className="mt-6 -mr-2"
        />
      </div>
      {entry.host.trim() === '*' && (
        <p role="status" className="mt-2 rounded-control bg-warn-soft px-2.5 py-1.5 text-xs text-warn">
          With *, a rule can allow any host on the internet. A program whose rules name a host of an attacker can send
          it all data that the program has.
        </p>
      )}
    </fieldset>
  );
}

type ProtocolsProps = Pick<EntryFieldsProps, 'entry' | 'onChange'> & { problem: string | undefined };

function Protocols({ entry: { protocols }, problem, onChange }: ProtocolsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Protocols</legend>
      <div className="flex min-h-8 items-center gap-3">
        {networkProtocols.map((protocol) => (
          <Checkbox
            key={protocol}
            label={protocolNames[protocol]}
            checked={protocols.includes(protocol)}
            onChecked={(on) =>
              onChange({
                protocols: networkProtocols.filter((one) => (one === protocol ? on : protocols.includes(one))),
              })
            }
          />
        ))}
      </div>
      {problem && (
        <p role="alert" className="text-xs text-danger">
          {problemSentence('The protocols', problem)}
        </p>
      )}
    </fieldset>
  );
}
