import { Plus, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { SelectField } from '../../../ui/controls/field.tsx';
import { EmptyState, LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { DraftMark } from '../../../ui/forms/draft-mark.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { EnvironmentForm } from './environment-form.tsx';
import { type Environment, environmentLimit } from './environments.ts';
import {
  environmentsId,
  loadEnvironments,
  setEnvironments,
  showEnvironments,
  useEnvironments,
} from './environments-store.ts';

/** The dialog that edits the environments. Each change is saved at once, as those of other drafts are. */
export function EnvironmentsDialog() {
  const all = useEnvironments((state) => state.all);
  useEffect(() => void loadEnvironments(), []);
  const close = () => useEnvironments.setState({ isEditing: false });
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Environments"
      description="Named sets of variables and secrets, such as staging and production. The options of a script or scratch choose one. They are encrypted with the account’s key."
    >
      {all === undefined ? <LoadingRows label="Loading the environments" /> : <Editor all={all} />}
      <DialogActions>
        <div className="mr-auto flex items-center">
          <DraftMark ids={[environmentsId]} onTaken={showEnvironments} />
        </div>
        <Button kind="primary" onClick={close}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Editor({ all }: { all: readonly Environment[] }) {
  const [chosenId, setChosenId] = useState(all[0]?.id);
  const [isDeleting, setDeleting] = useState(false);
  const chosen = all.find(({ id }) => id === chosenId) ?? all[0];
  const add = () => {
    const added = newEnvironment(all);
    setEnvironments([...all, added]);
    setChosenId(added.id);
  };
  if (chosen === undefined)
    return (
      <EmptyState
        icon={<SlidersHorizontal size={24} />}
        title="No environment yet"
        action={<Button onClick={add}>New environment</Button>}
      >
        Put the addresses and modes of staging and production here once, and choose one for each run.
      </EmptyState>
    );
  const remove = () => {
    setEnvironments(all.filter(({ id }) => id !== chosen.id));
    setDeleting(false);
  };
  return (
    <>
      <div className="flex items-end gap-1">
        <div className="min-w-0 flex-1">
          <SelectField
            label="Environment"
            value={chosen.id}
            onValue={setChosenId}
            options={all.map(({ id, name }) => ({ value: id, label: visibleLine(name) }))}
          />
        </div>
        <IconButton
          label="New environment"
          icon={<Plus size={16} aria-hidden="true" />}
          disabled={all.length >= environmentLimit}
          onClick={add}
        />
        <IconButton
          label="Delete this environment"
          icon={<Trash2 size={16} aria-hidden="true" />}
          onClick={() => setDeleting(true)}
        />
      </div>
      <EnvironmentForm
        key={chosen.id}
        environment={chosen}
        others={all.filter(({ id }) => id !== chosen.id)}
        onChange={(change) => setEnvironments(all.map((one) => (one.id === chosen.id ? { ...one, ...change } : one)))}
      />
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete ${chosen.name}?`}
        confirm="Delete environment"
        onConfirm={remove}
      >
        Scripts and scratches that use it do not run until you choose another one for them. Its secrets stay.
      </ConfirmDialog>
    </>
  );
}

function newEnvironment(all: readonly Environment[]): Environment {
  const taken = new Set(all.map(({ name }) => name.toLowerCase()));
  const suggested = ['staging', 'production'].find((name) => !taken.has(name));
  let number = 1;
  while (taken.has(`environment ${number}`)) number++;
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  const id = Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
  return { id, name: suggested ?? `environment ${number}`, variables: '', secrets: [] };
}
