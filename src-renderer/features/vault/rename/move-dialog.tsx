import { type FormEvent, useId, useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { ApiError, asApiError } from '../../../client/api-error.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { nameProblem } from '../code/code-name.ts';
import { forgetVaultQueries } from '../save/store-sealed.ts';
import { clearSelection } from '../selection/selection-store.ts';
import { runTransfer } from '../transfer/transfer-store.ts';
import { foldersOf, type PlannedMove, planMove, sharedFolder } from './move-plan.ts';
import { moveScript } from './rename-script.ts';

interface MoveDialogProps {
  /** Names of the scripts to move. */
  names: readonly string[];
  stored: readonly EncryptedCodeMetadata[];
  /** Called for each script that the daemon has renamed. */
  onRenamed(from: string, to: string): void;
  onClose(): void;
}

/** Asks for the folder that scripts move to, and shows their new names first. */
export function MoveDialog({ names, stored, onRenamed, onClose }: MoveDialogProps) {
  const [folder, setFolder] = useState(() => sharedFolder(names));
  const listId = useId();
  const all = stored.map(({ name }) => name);
  const plan = planMove(names, folder, new Set(all));
  const moving = plan.filter(({ from, to }) => from !== to);
  const problem = nameProblem(folder) ?? problemOf(moving);
  const canMove = moving.length > 0 && problem === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!canMove) return;
    onClose();
    clearSelection();
    void moveScripts(moving, stored, onRenamed).catch((error: unknown) =>
      showToast(asApiError(error).message, 'danger'),
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Move ${countOf(names.length)} to a folder`}
      description="Revisions, run options and unsaved changes stay with each script. Links and commands must use the new names."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Folder"
          hint="A / separates folders: reports/2026. Leave it empty to move to the top."
          autoFocus
          value={folder}
          problem={problem}
          list={listId}
          onFocus={({ target }) => target.select()}
          onChange={(event) => setFolder(event.target.value)}
        />
        <datalist id={listId}>
          {foldersOf(all).map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        <NewNames moving={moving} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button submit kind="primary" disabled={!canMove}>
            {canMove ? `Move ${countOf(moving.length)}` : 'Move'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function NewNames({ moving }: { moving: readonly PlannedMove[] }) {
  if (moving.length === 0) return <p className="text-sm text-muted">The scripts are in this folder already.</p>;
  return (
    <section
      aria-label="New names"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="max-h-48 overflow-auto rounded-control border border-line"
    >
      <ul className="divide-y divide-line text-sm">
        {moving.map(({ from, to, problem }) => (
          <li key={from} className="px-3 py-1.5 break-all">
            <span className="text-muted">{visibleLine(from)} → </span>
            {visibleLine(to)}
            {problem && <span className="text-danger"> · {problems[problem]}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

const problems = { taken: 'this name is taken', invalid: 'this name is too long or has too many folders' } as const;
const subjects = { taken: 'There is already a script named', invalid: 'Too long, or in too many folders:' } as const;

function problemOf(moving: readonly PlannedMove[]): string | undefined {
  const wrong = moving.filter(({ problem }) => problem !== undefined);
  const [first] = wrong;
  if (first?.problem === undefined) return undefined;
  const others = wrong.length === 1 ? '' : `, and ${wrong.length - 1} more cannot move there`;
  return `${subjects[first.problem]} ${visibleLine(first.to)}${others}. Choose another folder.`;
}

const countOf = (count: number) => (count === 1 ? '1 script' : `${count} scripts`);

/** Renames scripts one after the other. Those that fail are listed in the transfer and keep their names. */
async function moveScripts(
  moving: readonly PlannedMove[],
  stored: readonly EncryptedCodeMetadata[],
  onRenamed: (from: string, to: string) => void,
): Promise<void> {
  const byName = new Map(stored.map((script) => [script.name, script]));
  try {
    await runTransfer({
      kind: 'move',
      items: moving,
      nameOf: ({ from }) => from,
      handle: async ({ from, to }) => {
        const script = byName.get(from);
        if (script === undefined) throw new ApiError('code_not_found', `The vault has no script named ${from}.`);
        await moveScript(script, to);
        onRenamed(from, to);
      },
    });
  } finally {
    await forgetVaultQueries();
  }
}
