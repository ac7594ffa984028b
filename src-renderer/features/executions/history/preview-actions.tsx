import { PencilLine, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { openRequest } from '../scratches/open-scratch.ts';
import { DeleteRunsDialog } from './delete-runs-dialog.tsx';
import { PinButton } from './pin-button.tsx';
import { runAgain } from './run-again.ts';

interface PreviewActionsProps {
  execution: Execution;
  /** Called when the Run screen shows the result. */
  onLeave(): void;
  /** Called when the run was deleted. */
  onDeleted(): void;
}

/** Buttons to run a stored run again, to open it in a tab, to pin it and to delete it. */
export function PreviewActions({ execution, onLeave, onDeleted }: PreviewActionsProps) {
  const [deletes, setDeletes] = useState(false);
  const { request } = execution;
  const leaveIf = async (work: Promise<unknown>) => {
    if (await work) onLeave();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {request && (
        <>
          <Button
            kind="primary"
            onClick={() => void leaveIf(runAgain(execution))}
            icon={<RotateCcw size={14} aria-hidden="true" />}
          >
            Run again
          </Button>
          <Button onClick={() => void leaveIf(openRequest(request))} icon={<PencilLine size={14} aria-hidden="true" />}>
            Open in a tab
          </Button>
        </>
      )}
      <PinButton execution={execution} />
      <Button kind="danger" onClick={() => setDeletes(true)} icon={<Trash2 size={14} aria-hidden="true" />}>
        Delete
      </Button>
      <DeleteRunsDialog ids={deletes ? [execution.id] : []} onClose={() => setDeletes(false)} onDeleted={onDeleted} />
    </div>
  );
}
