import { useState } from 'react';
import { editSecret, type SecretMetadata } from '../../../src-shared/contracts/secrets.contract.ts';
import { ApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { type ReplaceQuestion, useConditionalSave } from '../../client/conditional-save.ts';
import { secretsQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Form, FormError } from '../../ui/forms/form.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { editFieldsOf } from './edit-fields.ts';
import { findSecretVersion } from './find-secret-version.ts';
import { AllowHosts, allowHosts, useMissingEntries } from './hosts/allow-hosts.tsx';
import { BindingFields } from './hosts/binding-fields.tsx';
import { bindingFormOf } from './hosts/binding-form.ts';

interface EditSecretDialogProps {
  secret: SecretMetadata;
  onClose(): void;
}

/** The dialog that changes the description and the hosts of a secret. Its value stays as it is. */
export function EditSecretDialog({ secret, onClose }: EditSecretDialogProps) {
  const { name } = secret;
  return (
    <Dialog open onOpenChange={onClose} title={`Edit ${name}`} description="The value stays as it is.">
      <EditForm secret={secret} onDone={onClose} />
    </Dialog>
  );
}

function EditForm({ secret, onDone }: { secret: SecretMetadata; onDone(): void }) {
  const { name } = secret;
  const [description, setDescription] = useState(secret.description);
  const [binding, setBinding] = useState(() => bindingFormOf(secret));
  const missing = useMissingEntries(binding);
  const [isAllowing, setAllowing] = useState(false);
  const fields = editFieldsOf(secret, { description, binding });
  const saving = useConditionalSave({
    put: (headers) => {
      if ('If-Match' in headers) return call(editSecret, { params: { name }, body: fields, headers });
      throw deleted(name);
    },
    findVersion: () => findSecretVersion(name),
    onSaved: () => {
      showToast(`${name} is changed. Its value is the same.`);
      if (isAllowing) void allowHosts(name, missing);
      onDone();
      return sessionQueries().invalidateQueries({ queryKey: secretsQuery.queryKey });
    },
  });
  const { question } = saving;
  const isDeleted = question !== undefined && question.version === undefined;
  return (
    <>
      <Form error={saving.error} onSubmit={() => saving.save(secret.version)} className="flex flex-col gap-4">
        <TextField
          label="Description"
          name="description"
          maxLength={1000}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <BindingFields name={name} draft={binding} onDraft={setBinding} />
        <AllowHosts missing={missing} checked={isAllowing} onChecked={setAllowing} />
        <FormError error={saving.error} />
        {isDeleted && <ErrorNote error={deleted(name)} />}
        <DialogActions>
          <Button submit kind="primary" busy={saving.busy} disabled={Object.keys(fields).length === 0 || isDeleted}>
            Save changes
          </Button>
        </DialogActions>
      </Form>
      {question && !isDeleted && <ConflictDialog name={name} question={question} saving={saving} />}
    </>
  );
}

interface ConflictDialogProps {
  name: string;
  question: ReplaceQuestion;
  saving: { busy: boolean; replace(): void; dismiss(): void };
}

/** Asks before fields are replaced that another window or a program has saved since the form was opened. */
function ConflictDialog({ name, question, saving }: ConflictDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={saving.dismiss}
      title={`Save your changes of ${name}?`}
      confirm="Save my changes"
      busy={saving.busy}
      onConfirm={saving.replace}
    >
      <p>
        {name} was saved in another window or by a program after you opened this form. It is now at version{' '}
        {question.version}. The fields that you changed replace those that were saved there.
      </p>
      <p>Nothing is saved yet. Cancel keeps what you typed.</p>
    </ConfirmDialog>
  );
}

function deleted(name: string): ApiError {
  return new ApiError(
    'secret_not_found',
    `${name} was deleted in another window or by a program. Nothing was saved. To create it again, choose New secret.`,
  );
}
