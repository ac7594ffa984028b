import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import type { ProviderFormState } from './provider-form.ts';

interface ProviderKeyFieldProps {
  draft: ProviderFormState;
  /** True if a key is already stored. */
  hasKey: boolean;
  edit(patch: Partial<ProviderFormState>): void;
}

/** The API key of an endpoint. It is never shown; an empty field keeps the stored key, and a checkbox removes it. */
export function ProviderKeyField({ draft, hasKey, edit }: ProviderKeyFieldProps) {
  return (
    <>
      <TextField
        label="API key"
        name="apiKey"
        type="password"
        autoComplete="new-password"
        mono
        hint={
          hasKey
            ? 'Leave empty to keep the stored key. A new address removes it.'
            : 'Endpoints on this machine usually need no key.'
        }
        disabled={draft.removeKey}
        value={draft.apiKey}
        onChange={(event) => edit({ apiKey: event.target.value })}
      />
      {hasKey && (
        <Checkbox
          label="Remove the stored key"
          checked={draft.removeKey}
          onChecked={(removeKey) => edit({ removeKey })}
        />
      )}
    </>
  );
}
