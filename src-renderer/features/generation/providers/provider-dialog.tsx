import { useState } from 'react';
import { type Provider, putProvider } from '../../../../src-shared/contracts/providers.contract.ts';
import { call } from '../../../client/call.ts';
import { type ReplaceQuestion, useConditionalSave } from '../../../client/conditional-save.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Form, FormError } from '../../../ui/forms/form.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { ProviderFields } from './provider-fields.tsx';
import { type ProviderFormState, providerFormOf, providerInputOf } from './provider-form.ts';
import { providersQuery } from './providers.queries.ts';

/** Common endpoints to start from. */
const providerPresets = [
  { id: 'ollama', name: 'Ollama', baseUrl: 'http://127.0.0.1:11434' },
  { id: 'lm-studio', name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234' },
  { id: 'llama-cpp', name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080' },
  { id: 'vllm', name: 'vLLM', baseUrl: 'http://127.0.0.1:8000' },
  { id: 'openai', name: 'OpenAI', baseUrl: 'https://api.openai.com' },
] as const;

interface ProviderDialogProps {
  /** Existing items, to detect a name that is taken. */
  providers: readonly Provider[];
  /** The provider to change; undefined for a new one. */
  changed?: Provider;
  onClose(): void;
}

/** The dialog to add or change a model provider. */
export function ProviderDialog({ providers, changed, onClose }: ProviderDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={changed ? `Change ${changed.id}` : 'New provider'}
      description="An endpoint with an OpenAI-compatible API. Its API key is stored encrypted and is never shown."
    >
      <ProviderForm providers={providers} changed={changed} onDone={onClose} />
    </Dialog>
  );
}

interface ProviderFormProps extends Omit<ProviderDialogProps, 'changed' | 'onClose'> {
  changed: Provider | undefined;
  onDone(): void;
}

function ProviderForm({ providers, changed, onDone }: ProviderFormProps) {
  const [draft, setDraft] = useState(() => providerFormOf(changed));
  const edit = (patch: Partial<ProviderFormState>) => setDraft((latest) => ({ ...latest, ...patch }));
  const taken = changed ? undefined : providers.find(({ id }) => id === draft.id);
  const saving = useConditionalSave({
    put: (headers) => call(putProvider, { params: { id: draft.id }, body: providerInputOf(draft), headers }),
    findVersion: () => findVersion(draft.id),
    onSaved: () => {
      showToast(`${draft.id} is saved.`);
      onDone();
      return sessionQueries().invalidateQueries({ queryKey: providersQuery.queryKey });
    },
  });
  const submit = () => (taken ? saving.ask(taken.version) : saving.save(changed?.version));
  const isReady = draft.id !== '' && draft.baseUrl !== '' && draft.model !== '';
  return (
    <>
      <Form error={saving.error} onSubmit={submit} className="flex flex-col gap-4">
        {changed === undefined && <Presets onChoose={edit} />}
        <ProviderFields draft={draft} edit={edit} changed={changed} taken={taken} />
        <FormError error={saving.error} />
        <DialogActions>
          <Button submit kind="primary" busy={saving.busy} disabled={!isReady}>
            {taken ? 'Replace provider …' : 'Save provider'}
          </Button>
        </DialogActions>
      </Form>
      {saving.question && <ReplaceProviderDialog id={draft.id} question={saving.question} saving={saving} />}
    </>
  );
}

interface ReplaceProviderDialogProps {
  id: string;
  question: ReplaceQuestion;
  saving: { busy: boolean; replace(): void; dismiss(): void };
}

function ReplaceProviderDialog({ id, question: { version, isConcurrent }, saving }: ReplaceProviderDialogProps) {
  const isDeleted = version === undefined;
  return (
    <ConfirmDialog
      open
      onOpenChange={saving.dismiss}
      title={isDeleted ? `Create ${id} again?` : `Replace the provider ${id}?`}
      confirm={isDeleted ? 'Create it again' : 'Replace it'}
      busy={saving.busy}
      onConfirm={saving.replace}
    >
      {isDeleted && <p>{id} was deleted in another window or by a program after you opened this form.</p>}
      {!isDeleted && isConcurrent && (
        <p>{id} was saved in another window or by a program after you opened this form.</p>
      )}
      {!isDeleted && (
        <p>Its address and its model are replaced. Its API key is kept only if the address stays the same.</p>
      )}
      <p>Nothing is saved yet. Cancel keeps what you typed.</p>
    </ConfirmDialog>
  );
}

async function findVersion(id: string): Promise<number | undefined> {
  const providers = await sessionQueries().fetchQuery({ ...providersQuery, staleTime: 0 });
  return providers.find((provider) => provider.id === id)?.version;
}

function Presets({ onChoose }: { onChoose(draft: Pick<ProviderFormState, 'id' | 'baseUrl'>): void }) {
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
