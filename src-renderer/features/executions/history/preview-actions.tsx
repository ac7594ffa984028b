import { PencilLine, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ExecuteRequest } from '../../../../src-shared/contracts/execute-request.ts';
import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { openInEditor, wouldDiscard } from '../editor/open-in-editor.ts';
import { isUnderWay, useRun } from '../run-store.ts';
import { DeleteRunsDialog } from './delete-runs-dialog.tsx';
import { PinButton } from './pin-button.tsx';
import { useRunAgain } from './use-run-again.tsx';

interface PreviewActionsProps {
  execution: Execution;
  /** Called when the Run screen shows the result. */
  onLeave(): void;
  /** Called when the run was deleted. */
  onDeleted(): void;
}

/** Buttons to run a stored run again, to open it in the editor, to pin it and to delete it. */
export function PreviewActions({ execution, onLeave, onDeleted }: PreviewActionsProps) {
  const [asks, setAsks] = useState(false);
  const [deletes, setDeletes] = useState(false);
  const again = useRunAgain(onLeave);
  const isBusy = useRun(({ run }) => isUnderWay(run));
  const { request } = execution;
  const open = () => {
    if (request === undefined) return;
    openInEditor(request);
    onLeave();
  };
  const askOrOpen = async (target: ExecuteRequest) => {
    if (await wouldDiscard(target)) setAsks(true);
    else open();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {request && (
        <>
          <Button
            kind="primary"
            disabled={isBusy}
            onClick={() => again.request(execution)}
            icon={<RotateCcw size={14} aria-hidden="true" />}
          >
            Run again
          </Button>
          <Button onClick={() => void askOrOpen(request)} icon={<PencilLine size={14} aria-hidden="true" />}>
            Open in the editor
          </Button>
        </>
      )}
      <PinButton execution={execution} />
      <Button kind="danger" onClick={() => setDeletes(true)} icon={<Trash2 size={14} aria-hidden="true" />}>
        Delete
      </Button>
      {request && isBusy && <p className="text-sm text-muted">Another run is in progress.</p>}
      {again.dialog}
      <DeleteRunsDialog ids={deletes ? [execution.id] : []} onClose={() => setDeletes(false)} onDeleted={onDeleted} />
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Replace the code in the editor?"
        confirm="Replace it"
        onConfirm={open}
      >
        <p>
          The code and options in the editor are lost, unless you ran them or saved them to the vault. Nothing is run.
        </p>
      </ConfirmDialog>
    </div>
  );
}
