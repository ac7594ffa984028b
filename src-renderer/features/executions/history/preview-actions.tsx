import { PencilLine, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { ExecuteRequest } from '../../../../src-shared/contracts/execute-request.ts';
import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { openInEditor, wouldDiscard } from '../editor/open-in-editor.ts';
import { isUnderWay, useRun } from '../run-store.ts';
import { runAgain } from './run-again.ts';

interface PreviewActionsProps {
  execution: Execution;
  /** Called when the Run screen shows the result. */
  onLeave(): void;
}

/** Buttons to run a stored run again or to open it in the editor. */
export function PreviewActions({ execution, onLeave }: PreviewActionsProps) {
  const [asks, setAsks] = useState(false);
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
            onClick={() => runAgain(execution) && onLeave()}
            icon={<RotateCcw size={14} aria-hidden="true" />}
          >
            Run again
          </Button>
          <Button onClick={() => void askOrOpen(request)} icon={<PencilLine size={14} aria-hidden="true" />}>
            Open in the editor
          </Button>
        </>
      )}
      {request && isBusy && <p className="text-sm text-muted">Another run is in progress.</p>}
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
