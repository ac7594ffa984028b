import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { codeVariableProblem } from '../../../src-shared/code-variables.ts';
import { SecretName } from '../../../src-shared/secret-name.ts';
import { isMaskable, putSecret, type SecretMetadata } from '../../../src-shared/secrets.contract.ts';
import { call } from '../../client/call.ts';
import { secretsQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session-scope.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { showToast } from '../../ui/toasts.tsx';

interface SecretDialogProps {
  /** The secret that gets a new value; a new secret without it. */
  replaced?: SecretMetadata;
  onClose(): void;
}

/** Takes the value of a new secret, or a new value of an old one. */
export function SecretDialog({ replaced, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={replaced ? `Replace ${replaced.name}` : 'New secret'}
      description={replaced ? 'The old value is gone once the new one is saved.' : undefined}
    >
      <SecretForm replaced={replaced} onDone={onClose} />
    </Dialog>
  );
}

function SecretForm({ replaced, onDone }: { replaced: SecretMetadata | undefined; onDone(): void }) {
  const [name, setName] = useState(replaced?.name ?? '');
  const [value, setValue] = useState('');
  const [description, setDescription] = useState(replaced?.description ?? '');
  const save = useMutation({
    mutationFn: () => call(putSecret, { params: { name }, body: { value, description } }),
    onSuccess: () => {
      showToast(`${name} is saved.`);
      onDone();
      return sessionQueries().invalidateQueries({ queryKey: secretsQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const nameProblem = name === '' || replaced !== undefined ? undefined : problemOf(name);
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Name"
        hint="As code reads it: os.environ['NAME']."
        mono
        disabled={replaced !== undefined}
        value={name}
        problem={nameProblem && `The name ${nameProblem}.`}
        onChange={(event) => setName(event.target.value)}
      />
      <ValueField value={value} onValue={setValue} />
      <TextField
        label="Description"
        maxLength={1000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <ErrorNote error={save.error} />
      <DialogActions>
        <Button submit kind="primary" busy={save.isPending} disabled={name === '' || value === '' || !!nameProblem}>
          Save secret
        </Button>
      </DialogActions>
    </form>
  );
}

function problemOf(name: string): string | undefined {
  return SecretName.safeParse(name).error?.issues[0]?.message ?? codeVariableProblem(name);
}

/** Hidden while it is typed; in the open, for a value of several lines, only by choice. */
function ValueField({ value, onValue }: { value: string; onValue(value: string): void }) {
  const [inTheOpen, setInTheOpen] = useState(false);
  const hint =
    value !== '' && !isMaskable(value)
      ? 'Under 6 characters: it will not be masked in what programs print.'
      : undefined;
  return (
    <>
      {inTheOpen ? (
        <TextArea
          label="Value"
          hint={hint}
          rows={4}
          mono
          autoComplete="off"
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      ) : (
        <TextField
          label="Value"
          hint={hint}
          type="password"
          autoComplete="new-password"
          mono
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
      <Checkbox label="Show while typing, and allow several lines" checked={inTheOpen} onChecked={setInTheOpen} />
    </>
  );
}
