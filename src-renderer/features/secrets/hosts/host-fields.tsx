import { Plus, X } from 'lucide-react';
import { defaultSecretHeaders } from '../../../../src-shared/contracts/network/secret-hosts.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { SelectField, TextField } from '../../../ui/controls/field.tsx';
import { useRowKeys } from '../../../ui/forms/use-row-keys.ts';
import { type HostForm, hostProblems, type LocationForm, type LocationKind } from './binding-form.ts';

interface HostFieldsProps {
  draft: HostForm;
  /** Number of the host, from 1. */
  number: number;
  /** Path of the host in the contract. */
  path: string;
  onChange(patch: Partial<HostForm>): void;
  /** Undefined for the only host. */
  onRemove: (() => void) | undefined;
}

const locationsLimit = 16;

/** The fields of one host of a secret: its name, and the parts of its requests that can contain the value. */
export function HostFields({ draft, number, path, onChange, onRemove }: HostFieldsProps) {
  const { host, locations } = draft;
  const problems = hostProblems(draft);
  const name = host.trim() === '' ? `host ${number}` : visibleLine(host.trim());
  return (
    <fieldset
      aria-label={`Use of the value at ${name}`}
      className="flex min-w-0 flex-col gap-2 rounded-control border border-line px-3 py-2"
    >
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <TextField
            label="Host"
            name={`${path}.host`}
            placeholder="api.example.com"
            mono
            required
            value={host}
            invalid={host === '' ? undefined : problems.get('host')}
            onChange={(event) => onChange({ host: event.target.value })}
          />
        </div>
        {onRemove && (
          <IconButton
            label={`Remove ${name}`}
            icon={<X size={14} aria-hidden="true" />}
            onClick={onRemove}
            className="mt-6 -mr-2"
          />
        )}
      </div>
      {locations.length === 0 && (
        <p className="text-xs text-muted">In the headers {defaultSecretHeaders.join(', ')}.</p>
      )}
      <Locations
        locations={locations}
        path={path}
        problems={problems}
        onLocations={(next) => onChange({ locations: next })}
      />
    </fieldset>
  );
}

const kinds: readonly { value: LocationKind; label: string }[] = [
  { value: 'header', label: 'Header' },
  { value: 'query', label: 'Query parameter' },
  { value: 'body', label: 'JSON body' },
  { value: 'path', label: 'Path' },
];
const placeholders: Record<LocationKind, string> = { header: 'x-api-key', query: 'key', body: '/auth/token', path: '' };

interface LocationsProps {
  locations: readonly LocationForm[];
  path: string;
  problems: ReadonlyMap<string, string>;
  onLocations(locations: readonly LocationForm[]): void;
}

/** The parts of a request that can contain the value, instead of the usual headers. */
function Locations({ locations, path, problems, onLocations }: LocationsProps) {
  const { keys, drop } = useRowKeys(locations.length);
  const change = (index: number, patch: Partial<LocationForm>) =>
    onLocations(locations.map((location, at) => (at === index ? { ...location, ...patch } : location)));
  const remove = (index: number) => {
    drop(index);
    onLocations(locations.filter((_, at) => at !== index));
  };
  return (
    <>
      {locations.map(({ kind, name }, index) => (
        <div key={keys[index]} className="flex items-start gap-2">
          <div className="w-36 shrink-0">
            <SelectField
              label={`Part ${index + 1} of the request`}
              labelHidden
              value={kind}
              options={kinds}
              onValue={(next) => change(index, { kind: next as LocationKind })}
            />
          </div>
          <div className="min-w-0 flex-1">
            {kind === 'path' ? (
              <p className="py-1.5 text-xs text-muted">Any part of the path, as webhooks need it.</p>
            ) : (
              <TextField
                label={kind === 'body' ? `JSON pointer ${index + 1}` : `Name ${index + 1}`}
                labelHidden
                name={`${path}.in[${index}]`}
                subject="The part of the request"
                placeholder={placeholders[kind]}
                mono
                required
                value={name}
                invalid={name === '' ? undefined : problems.get(`in[${index}]`)}
                onChange={(event) => change(index, { name: event.target.value })}
              />
            )}
          </div>
          <IconButton
            label={`Remove part ${index + 1} of the request`}
            icon={<X size={14} aria-hidden="true" />}
            onClick={() => remove(index)}
            className="-mr-2"
          />
        </div>
      ))}
      <div>
        <Button
          disabled={locations.length >= locationsLimit}
          onClick={() => onLocations([...locations, { kind: 'header', name: '' }])}
          icon={<Plus size={14} aria-hidden="true" />}
        >
          {locations.length === 0 ? 'Choose other parts of the request' : 'Add a part of the request'}
        </Button>
      </div>
    </>
  );
}
