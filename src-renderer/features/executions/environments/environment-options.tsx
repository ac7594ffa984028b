import { SlidersHorizontal } from 'lucide-react';
import { useEffect } from 'react';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { SelectField, TextArea } from '../../../ui/controls/field.tsx';
import type { RunOptionsProps } from '../options/run-options-props.ts';
import { summaryOf, variablesProblem } from './environments.ts';
import { editEnvironments, loadEnvironments, useEnvironments } from './environments-store.ts';

/** Selects the environment of a run, and its own variables. */
export function EnvironmentOptions({ draft, edit }: Pick<RunOptionsProps, 'draft' | 'edit'>) {
  const all = useEnvironments((state) => state.all);
  useEffect(() => void loadEnvironments(), []);
  const chosen = all?.find(({ id }) => id === draft.environment);
  const isDeleted = all !== undefined && draft.environment !== '' && chosen === undefined;
  return (
    <>
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <SelectField
            label="Environment of the run"
            name="environment"
            value={draft.environment}
            problem={isDeleted ? 'This environment was deleted. Choose another one.' : undefined}
            hint={chosen && <span className="break-words">{visibleLine(summaryOf(chosen))}</span>}
            onValue={(environment) => edit({ environment })}
            options={[
              { value: '', label: 'None' },
              ...(all ?? []).map(({ id, name }) => ({ value: id, label: visibleLine(name) })),
              ...(draft.environment !== '' && chosen === undefined
                ? [{ value: draft.environment, label: isDeleted ? 'Deleted' : 'Loading' }]
                : []),
            ]}
          />
        </div>
        <div className="pt-6">
          <IconButton
            label="Edit environments"
            icon={<SlidersHorizontal size={16} aria-hidden="true" />}
            onClick={editEnvironments}
          />
        </div>
      </div>
      <TextArea
        label="Variables"
        name="env"
        hint="NAME=value on each line. They replace those of the environment."
        rows={2}
        mono
        value={draft.variables}
        invalid={variablesProblem(draft.variables)}
        onChange={(event) => edit({ variables: event.target.value })}
      />
    </>
  );
}
