import { useState } from 'react';
import { putSecret, type SecretMetadata } from '../../../src-shared/contracts/secrets.contract.ts';
import { codeVariableProblem } from '../../../src-shared/formats/code-variables.ts';
import { SecretName } from '../../../src-shared/formats/secret-name.ts';
import { call } from '../../client/call.ts';
import { type Condition, type ReplaceQuestion, useConditionalSave } from '../../client/conditional-save.ts';
import { secretsQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { Form, FormError } from '../../ui/forms/form.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { DialogActions } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { formatAgo } from '../../ui/text/format.ts';
import { findSecretVersion } from './find-secret-version.ts';
import { AllowHosts, allowHosts, useMissingEntries } from './hosts/allow-hosts.tsx';
import { BindingFields } from './hosts/binding-fields.tsx';
import { type BindingForm, bindingFieldsOf, bindingFormOf } from './hosts/binding-form.ts';
import { ValueField } from './value-field.tsx';

interface SecretFormProps {
  secrets: readonly SecretMetadata[];
  replaced: SecretMetadata | undefined;
  onDone(): void;
}

/** The form of a secret. It asks before it replaces a secret other than `replaced`. */
export function SecretForm({ secrets, replaced, onDone }: SecretFormProps) {
  const [draft, setDraft] = useState<SecretFormState>({
    name: replaced?.name ?? '',
    value: '',
    description: replaced?.description ?? '',
    binding: undefined,
  });
  const change = (patch: Partial<typeof draft>) => setDraft((latest) => ({ ...latest, ...patch }));
  const { name, value, description } = draft;
  const taken = replaced ? undefined : secrets.find((secret) => secret.name === name);
  const binding = draft.binding ?? bindingFormOf(replaced ?? taken);
  const missing = useMissingEntries(binding);
  const [isAllowing, setAllowing] = useState(false);
  const saving = useConditionalSave({
    put: (headers) => putDraft({ ...draft, binding }, { replaced, taken }, headers),
    findVersion: () => findSecretVersion(name),
    onSaved: () => {
      showToast(`${name} is saved.`);
      if (isAllowing) void allowHosts(name, missing);
      onDone();
      return sessionQueries().invalidateQueries({ queryKey: secretsQuery.queryKey });
    },
  });
  const nameProblem = name === '' || replaced || taken ? undefined : problemOf(name);
  const submit = () => (taken ? saving.ask(taken.version) : saving.save(replaced?.version));
  return (
    <>
      <Form error={saving.error} onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          name="name"
          hint={
            taken ? <TakenHint taken={taken} /> : "The environment variable that code reads, as in os.environ['NAME']."
          }
          mono
          disabled={replaced !== undefined}
          value={name}
          problem={nameProblem}
          onChange={(event) => change({ name: event.target.value })}
        />
        <ValueField value={value} isBound={binding.kind === 'hosts'} onValue={(next) => change({ value: next })} />
        <TextField
          label="Description"
          name="description"
          value={description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <BindingFields name={name} draft={binding} onDraft={(next) => change({ binding: next })} />
        <AllowHosts missing={missing} checked={isAllowing} onChecked={setAllowing} />
        <FormError error={saving.error} />
        <DialogActions>
          <Button submit kind="primary" busy={saving.busy} disabled={name === '' || value === ''}>
            {taken ? 'Replace secret …' : 'Save secret'}
          </Button>
        </DialogActions>
      </Form>
      {saving.question && <ReplaceSecretDialog name={name} question={saving.question} saving={saving} />}
    </>
  );
}

function TakenHint({ taken }: { taken: SecretMetadata }) {
  return (
    <span role="status" className="text-warn">
      A secret named {taken.name} already exists: version {taken.version}, changed {formatAgo(taken.updatedAt)}. You are
      asked before its value is replaced.
    </span>
  );
}

function problemOf(name: string): string | undefined {
  return SecretName.safeParse(name).error?.issues[0]?.message ?? codeVariableProblem(name);
}

interface SecretFormState {
  name: string;
  value: string;
  description: string;
  /** Undefined until the user changes it. A secret whose name is taken then keeps its own. */
  binding: BindingForm | undefined;
}

/** `replaced`: its fields are in the form. `taken`: the user did not see its fields, so an empty description keeps its own. */
type Existing = Record<'replaced' | 'taken', SecretMetadata | undefined>;

type CompleteSecret = SecretFormState & { binding: BindingForm };

function putDraft(
  { name, value, description, binding }: CompleteSecret,
  { replaced, taken }: Existing,
  headers: Condition,
) {
  const isShown = replaced !== undefined || description !== '';
  const body = { value, ...(isShown && { description }), ...bindingFieldsOf(binding, replaced ?? taken) };
  return call(putSecret, { params: { name }, body, headers });
}

interface ReplaceSecretDialogProps {
  name: string;
  question: ReplaceQuestion;
  saving: { busy: boolean; replace(): void; dismiss(): void };
}

/** Asks before the value of a secret is replaced that exists already or has changed. */
function ReplaceSecretDialog({ name, question, saving }: ReplaceSecretDialogProps) {
  const { version, isConcurrent } = question;
  const isDeleted = version === undefined;
  return (
    <ConfirmDialog
      open
      onOpenChange={saving.dismiss}
      title={isDeleted ? `Create ${name} again?` : `Replace the value of ${name}?`}
      confirm={isDeleted ? 'Create it again' : 'Replace the value'}
      busy={saving.busy}
      onConfirm={saving.replace}
    >
      {isDeleted && <p>{name} was deleted in another window or by a program after you opened this form.</p>}
      {!isDeleted && isConcurrent && (
        <p>
          {name} was saved in another window or by a program after you opened this form. It is now at version {version}.
        </p>
      )}
      {!isDeleted && !isConcurrent && (
        <p>
          A secret named {name} already exists, at version {version}.
        </p>
      )}
      {!isDeleted && <p>Its current value is lost when you save yours.</p>}
      <p>Nothing is saved yet. Cancel keeps what you typed.</p>
    </ConfirmDialog>
  );
}
