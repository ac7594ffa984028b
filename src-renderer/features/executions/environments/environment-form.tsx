import { useState } from 'react';
import { TextArea, TextField } from '../../../ui/controls/field.tsx';
import { FieldGroup } from '../../../ui/forms/form.tsx';
import { SecretNames } from '../options/secret-names.tsx';
import { type Environment, environmentNameProblem, longestEnvironmentName, variablesProblem } from './environments.ts';

interface EnvironmentFormProps {
  environment: Environment;
  others: readonly Environment[];
  onChange(change: Partial<Environment>): void;
}

/** The fields of an environment. A name that it cannot have stays in its field and is not saved. */
export function EnvironmentForm({ environment, others, onChange }: EnvironmentFormProps) {
  const { variables, secrets } = environment;
  const [typed, setTyped] = useState(environment.name);
  const problem = environmentNameProblem(others, typed);
  const rename = (name: string) => {
    setTyped(name);
    if (environmentNameProblem(others, name) === undefined) onChange({ name: name.trim() });
  };
  return (
    <FieldGroup label="The selected environment" error={undefined} className="flex min-w-0 flex-col gap-4">
      <TextField
        label="Name"
        maxLength={longestEnvironmentName}
        value={typed}
        problem={problem}
        onChange={(event) => rename(event.target.value)}
      />
      <TextArea
        label="Variables"
        name="variables"
        hint="NAME=value on each line, as in a .env file. Passwords and keys belong under Secrets."
        rows={6}
        mono
        value={variables}
        invalid={variablesProblem(variables)}
        onChange={(event) => onChange({ variables: event.target.value })}
      />
      <div className="flex flex-col gap-1">
        <p className="text-sm font-medium">Secrets</p>
        <p className="text-xs text-muted">
          Only the names are kept here. A run with this environment gets these secrets, and no others unless its options
          name them.
        </p>
        <SecretNames
          chosen={secrets}
          onChosen={(name, isOn) =>
            onChange({ secrets: isOn ? [...secrets, name] : secrets.filter((other) => other !== name) })
          }
        />
      </div>
    </FieldGroup>
  );
}
