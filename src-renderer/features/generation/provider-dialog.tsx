import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { BaseUrl, type Provider, ProviderId, putProvider } from '../../../src-shared/providers.contract.ts';
import { call } from '../../client/call.ts';
import { sessionQueries } from '../../client/session-scope.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TextField } from '../../ui/field.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { type ProviderDraft, providerDraftOf, providerInputOf } from './provider-draft.ts';
import { ProviderKeyField } from './provider-key-field.tsx';
import { providerPresets } from './provider-presets.ts';
import { providersQuery } from './providers.queries.ts';

interface ProviderDialogProps {
  /** The one that is changed; a new one without it. */
  changed?: Provider;
  onClose(): void;
}

/** Takes the address, the model and the key of an endpoint. */
export function ProviderDialog({ changed, onClose }: ProviderDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={changed ? `Change ${changed.id}` : 'New provider'}
      description="An endpoint that speaks the OpenAI protocol. Its key is kept sealed, and only goes in."
    >
      <ProviderForm changed={changed} onDone={onClose} />
    </Dialog>
  );
}

function ProviderForm({ changed, onDone }: { changed: Provider | undefined; onDone(): void }) {
  const [draft, setDraft] = useState(() => providerDraftOf(changed));
  const edit = (patch: Partial<ProviderDraft>) => setDraft((latest) => ({ ...latest, ...patch }));
  const save = useMutation({
    mutationFn: () => call(putProvider, { params: { id: draft.id }, body: providerInputOf(draft) }),
    onSuccess: () => {
      showToast(`${draft.id} is saved.`);
      onDone();
      return sessionQueries().invalidateQueries({ queryKey: providersQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const idProblem = draft.id === '' ? undefined : problemOf(ProviderId.safeParse(draft.id));
  const urlProblem = draft.baseUrl === '' ? undefined : problemOf(BaseUrl.safeParse(draft.baseUrl));
  const isReady = draft.id !== '' && draft.baseUrl !== '' && draft.model !== '' && !idProblem && !urlProblem;
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {changed === undefined && <Presets onChoose={edit} />}
      <TextField
        label="Name"
        mono
        disabled={changed !== undefined}
        value={draft.id}
        problem={idProblem && `The name ${idProblem}.`}
        onChange={(event) => edit({ id: event.target.value })}
      />
      <TextField
        label="Base URL"
        hint="With or without /v1."
        mono
        value={draft.baseUrl}
        problem={urlProblem && `The address ${urlProblem}.`}
        onChange={(event) => edit({ baseUrl: event.target.value })}
      />
      <TextField label="Model" mono value={draft.model} onChange={(event) => edit({ model: event.target.value })} />
      <ProviderKeyField draft={draft} hasKey={changed?.hasKey ?? false} edit={edit} />
      <TextField
        label="Seconds of silence before it is given up"
        type="number"
        min={1}
        max={600}
        placeholder="120"
        value={draft.timeoutSeconds}
        onChange={(event) => edit({ timeoutSeconds: event.target.value })}
      />
      <Checkbox
        label="Use it where no provider is chosen"
        checked={draft.isDefault}
        disabled={changed?.default ?? false}
        onChecked={(isDefault) => edit({ isDefault })}
      />
      <ErrorNote error={save.error} />
      <DialogActions>
        <Button submit kind="primary" busy={save.isPending} disabled={!isReady}>
          Save provider
        </Button>
      </DialogActions>
    </form>
  );
}

function Presets({ onChoose }: { onChoose(draft: Pick<ProviderDraft, 'id' | 'baseUrl'>): void }) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Start from</legend>
      {providerPresets.map(({ id, name, baseUrl }) => (
        <Button key={id} onClick={() => onChoose({ id, baseUrl })}>
          {name}
        </Button>
      ))}
    </fieldset>
  );
}

function problemOf(checked: { success: boolean; error?: { issues: { message: string }[] } }): string | undefined {
  return checked.success ? undefined : checked.error?.issues[0]?.message;
}
