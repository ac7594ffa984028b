import { useQuery } from '@tanstack/react-query';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { problemSentence } from '../../client/field-problems.ts';
import { secretsQuery } from '../../client/queries.ts';
import { Checkbox } from '../controls/checkbox.tsx';
import { TextArea, TextField } from '../controls/field.tsx';
import { ErrorNote } from '../feedback/error-note.tsx';
import type { RuleProps } from './rule-props.ts';
import { secretOptions } from './rule-secrets.ts';

interface RuleMoreProps extends RuleProps {
  problems: ReadonlyMap<string, string>;
}

/** The less common fields of a rule: limits of its requests, its secrets and a fixed address. */
export function RuleMore({ rule, path, problems, onChange }: RuleMoreProps) {
  const isOpaque = rule.protocol === 'tcp';
  return (
    <div className="flex min-w-0 flex-col gap-3 px-3 pb-3">
      <TextField
        label="Methods"
        name={`${path}.methods`}
        subject="The methods"
        hint="Separated by spaces. Leave empty for all."
        placeholder="GET, HEAD"
        mono
        value={rule.methods}
        invalid={problems.get('methods')}
        onChange={(event) => onChange({ methods: event.target.value })}
      />
      <TextArea
        label="Paths"
        name={`${path}.paths`}
        subject="The paths"
        hint="One on each line. * matches within one part of the path, ** any number of parts. Leave empty for all."
        placeholder="/v1/**"
        rows={2}
        mono
        value={rule.paths}
        invalid={problems.get('paths')}
        onChange={(event) => onChange({ paths: event.target.value })}
      />
      <Checkbox
        label="WebSocket"
        hint={
          isOpaque
            ? 'Cannot be checked with TCP.'
            : 'An inspected connection can become a WebSocket. It is not scanned after its start.'
        }
        disabled={isOpaque}
        checked={rule.websocket && !isOpaque}
        onChecked={(websocket) => onChange({ websocket })}
      />
      <RuleSecrets rule={rule} problem={problems.get('secrets')} onChange={onChange} />
      {rule.secrets.length > 0 && (
        <Checkbox
          label="No other credential"
          hint="Each request must contain one of these secrets, and no other key, token or cookie in its headers and query."
          checked={rule.onlySecrets}
          onChecked={(onlySecrets) => onChange({ onlySecrets })}
        />
      )}
      <TextField
        label="Fixed address"
        name={`${path}.address`}
        subject="The address"
        hint="Used instead of a lookup. It is the only way to an address that is not public."
        placeholder="192.168.1.20"
        mono
        value={rule.address}
        invalid={problems.get('address')}
        onChange={(event) => onChange({ address: event.target.value })}
      />
    </div>
  );
}

type RuleSecretsProps = Pick<RuleProps, 'rule' | 'onChange'> & { problem: string | undefined };

/** The secrets whose values are put into requests to this host. */
function RuleSecrets({ rule, problem, onChange }: RuleSecretsProps) {
  const { data: secrets, error } = useQuery(secretsQuery);
  if (error) return <ErrorNote error={error} />;
  const options = secrets && secretOptions(rule, secrets);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">Secrets in requests to this host</legend>
      {options === undefined && <p className="text-xs text-muted">Loading the names …</p>}
      {options?.length === 0 && <p className="text-xs text-muted">There are no secrets yet.</p>}
      {options && options.length > 0 && (
        <div className="flex max-h-48 flex-col gap-1 overflow-auto rounded-control border border-line px-2.5 py-1.5">
          {options.map(({ name, isChosen, reason }) => (
            <Checkbox
              key={name}
              label={<span className="font-mono break-all">{visibleLine(name)}</span>}
              hint={reason}
              // A selected one stays enabled, so that the user can deselect it.
              disabled={reason !== undefined && !isChosen}
              checked={isChosen}
              onChecked={(on) =>
                onChange({ secrets: on ? [...rule.secrets, name] : rule.secrets.filter((other) => other !== name) })
              }
            />
          ))}
        </div>
      )}
      {problem && (
        <p role="alert" className="text-xs text-danger">
          {visibleLine(problemSentence('The secrets', problem))}
        </p>
      )}
    </fieldset>
  );
}
