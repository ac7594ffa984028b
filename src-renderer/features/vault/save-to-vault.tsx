import { useMutation, useQuery } from '@tanstack/react-query';
import { Vault } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { LoadingRows } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TextField } from '../../ui/field.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { storeSealed } from './store-sealed.ts';
import { UnlockForm } from './unlock-form.tsx';
import { vaultQuery } from './vault.queries.ts';
import { useVault } from './vault-store.ts';

interface SaveToVaultProps {
  language: string;
  code: string;
}

/** Stores the code at hand in the vault; asks for the master password where the vault is closed. */
export function SaveToVault({ language, code }: SaveToVaultProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} icon={<Vault size={14} aria-hidden="true" />}>
        Save to vault
      </Button>
      {open && (
        <Dialog open onOpenChange={setOpen} title="Save to vault">
          <SaveForm language={language} code={code} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function SaveForm({ language, code, onDone }: SaveToVaultProps & { onDone(): void }) {
  const masterPassword = useVault((state) => state.masterPassword);
  const { data: stored, error } = useQuery(vaultQuery);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const save = useMutation({
    mutationFn: () => storeSealed(masterPassword ?? '', { name, language, description, code }),
    onSuccess: () => {
      onDone();
      showToast(`${name} is stored, encrypted.`);
    },
  });
  if (error) return <ErrorNote error={error} />;
  if (stored === undefined) return <LoadingRows label="Loading the vault" />;
  if (masterPassword === null) return <UnlockForm stored={stored} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const isReplaced = stored.some((other) => other.name === name);
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Name"
        autoFocus
        maxLength={128}
        hint={isReplaced ? 'It is stored already: this becomes its next revision.' : undefined}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Description"
        hint="Not encrypted with the master password."
        maxLength={1000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <ErrorNote error={save.error} />
      <DialogActions>
        <Button submit kind="primary" busy={save.isPending} disabled={name === ''}>
          Save encrypted
        </Button>
      </DialogActions>
    </form>
  );
}
