import { BaseUrl, type Provider, ProviderId } from '../../../../src-shared/contracts/providers.contract.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { ModelChoice } from './model-choice.tsx';
import type { ProviderFormState } from './provider-form.ts';
import { ProviderKeyField } from './provider-key-field.tsx';

interface ProviderFieldsProps {
  draft: ProviderFormState;
  edit(patch: Partial<ProviderFormState>): void;
  /** The provider to change; undefined for a new one. */
  changed: Provider | undefined;
  /** The existing provider with the typed name. */
  taken: Provider | undefined;
}

/** The fields of a model provider. */
export function ProviderFields({ draft, edit, changed, taken }: ProviderFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        name="id"
        mono
        disabled={changed !== undefined}
        value={draft.id}
        hint={taken && <TakenHint taken={taken} />}
        problem={draft.id === '' ? undefined : problemOf(ProviderId.safeParse(draft.id))}
        onChange={(event) => edit({ id: event.target.value })}
      />
      <TextField
        label="Base URL"
        name="baseUrl"
        hint="With or without /v1."
        mono
        value={draft.baseUrl}
        problem={draft.baseUrl === '' ? undefined : problemOf(BaseUrl.safeParse(draft.baseUrl.trim()))}
        onChange={(event) => edit({ baseUrl: event.target.value })}
      />
      <ProviderKeyField draft={draft} hasKey={(changed ?? taken)?.hasKey ?? false} edit={edit} />
      <ModelChoice draft={draft} stored={changed ?? taken} edit={edit} />
      <TextField
        label="Timeout without a response, seconds"
        name="timeoutMs"
        subject="The timeout"
        type="number"
        min={1}
        max={600}
        step="any"
        placeholder="120"
        value={draft.timeoutSeconds}
        onChange={(event) => edit({ timeoutSeconds: event.target.value })}
      />
      <Checkbox
        label="Use as the default provider"
        checked={draft.isDefault}
        disabled={changed?.default ?? false}
        onChecked={(isDefault) => edit({ isDefault })}
      />
    </>
  );
}

function TakenHint({ taken }: { taken: Provider }) {
  return (
    <span role="status" className="text-warn">
      A provider named {taken.id} already exists at {taken.baseUrl}. You are asked before it is replaced.
    </span>
  );
}

function problemOf(checked: { success: boolean; error?: { issues: { message: string }[] } }): string | undefined {
  return checked.success ? undefined : checked.error?.issues[0]?.message;
}
