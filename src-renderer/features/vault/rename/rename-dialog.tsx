import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { nameProblem } from '../code/code-name.ts';
import { renameScript } from './rename-script.ts';

export interface RenameDialogProps {
  script: EncryptedCodeMetadata;
  stored: readonly EncryptedCodeMetadata[];
  /** Called when the daemon has renamed the script. */
  onRenamed(from: string, to: string): void;
  onClose(): void;
}

/** Asks for the new name of a script; another folder in the name moves it. */
export function RenameDialog({ script, stored, onRenamed, onClose }: RenameDialogProps) {
  const { name } = script;
  const [to, setTo] = useState(name);
  const isTaken = to !== name && stored.some((other) => other.name === to);
  const problem =
    nameProblem(to) ?? (isTaken ? `There is already a script named ${to}. Choose another name.` : undefined);
  const rename = useMutation({
    mutationFn: () => renameScript(script, to),
    onSuccess: () => {
      onRenamed(name, to);
      onClose();
      showToast(`${name} is now ${to}.`);
    },
  });
  const canRename = to !== '' && to !== name && problem === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (canRename) rename.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Rename ${name}`}
      description="Its revisions, run options and unsaved changes stay with it. Links and commands must use the new name."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="New name"
          hint="A / separates folders: reports/monthly.py"
          autoFocus
          value={to}
          problem={problem}
          onFocus={selectBaseName}
          onChange={(event) => setTo(event.target.value)}
        />
        <ErrorNote error={rename.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button submit kind="primary" busy={rename.isPending} disabled={!canRename}>
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Selects the last segment without its file extension, which is what most renames change. */
function selectBaseName({ target }: { target: HTMLInputElement }): void {
  const start = target.value.lastIndexOf('/') + 1;
  const dot = target.value.lastIndexOf('.');
  target.setSelectionRange(start, dot > start ? dot : target.value.length);
}
