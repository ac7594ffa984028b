import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { type Provider, type ProviderTrial, tryProvider } from '../../../../src-shared/contracts/providers.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { call } from '../../../client/call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SelectField, TextField } from '../../../ui/controls/field.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import type { ProviderFormState } from './provider-form.ts';
import { shownTest, trialOf } from './provider-trial.ts';
import { TestOutcome } from './test-outcome.tsx';

interface ModelChoiceProps {
  draft: ProviderFormState;
  edit(patch: Partial<ProviderFormState>): void;
  /** The stored provider that the draft changes or replaces. */
  stored: Provider | undefined;
}

/** The model of a provider: typed, or chosen from the list of the endpoint, which is tested before anything is stored. */
export function ModelChoice({ draft, edit, stored }: ModelChoiceProps) {
  const hintId = useId();
  const test = useMutation({
    // The request has the key.
    gcTime: 0,
    mutationFn: async (trial: ProviderTrial) => ({ trial, result: await call(tryProvider, { body: trial }) }),
  });
  const trial = trialOf(draft, stored);
  const { outcome, models } = shownTest(test.data, trial);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          busy={test.isPending}
          disabled={trial === undefined}
          onClick={() => trial && test.mutate(trial)}
          aria-describedby={hintId}
        >
          Test and list models
        </Button>
        <p id={hintId} className="min-w-0 flex-1 basis-48 text-xs text-muted">
          Sends the key to this address, and stores nothing.
        </p>
      </div>
      <div role="status" className="text-sm empty:hidden">
        {outcome && <TestOutcome {...outcome} />}
      </div>
      <ErrorNote error={test.error} />
      {models.length > 0 && (
        <SelectField
          label="Models of the endpoint"
          value={models.includes(draft.model) ? draft.model : ''}
          options={[
            { value: '', label: 'Choose a model' },
            ...models.map((name) => ({ value: name, label: visibleLine(name) })),
          ]}
          onValue={(model) => edit({ model })}
        />
      )}
      <TextField
        label="Model"
        name="model"
        mono
        value={draft.model}
        onChange={(event) => edit({ model: event.target.value })}
      />
    </div>
  );
}
