import { useState } from 'react';
import { type Execution, readExecution } from '../../../../src-shared/contracts/executions.contract.ts';
import { call } from '../../../client/call.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { isUnderWay, useRun } from '../run-store.ts';
import { runAgain, runErrorMessage } from './run-again.ts';
import { nameOfRun } from './run-names.ts';

/**
 * Runs stored runs again. If the Run screen shows an output, a dialog asks first, because the new one takes its place.
 * `onStarted` is called when a run has started; the dialog must be rendered.
 */
export function useRunAgain(onStarted: () => void = () => undefined) {
  const [asked, setAsked] = useState<Execution>();
  const start = (execution: Execution) => {
    setAsked(undefined);
    if (runAgain(execution)) onStarted();
  };
  const request = (execution: Execution) => {
    const { run } = useRun.getState();
    const replaces = execution.request !== undefined && run !== undefined && !isUnderWay(run);
    if (replaces) setAsked(execution);
    else start(execution);
  };
  const requestById = async (id: string) => {
    try {
      request(await call(readExecution, { params: { id } }));
    } catch (error) {
      showToast(runErrorMessage(error), 'danger');
    }
  };
  const dialog = (
    <ConfirmDialog
      open={asked !== undefined}
      onOpenChange={() => setAsked(undefined)}
      title="Replace the output that is shown?"
      confirm="Run and show it"
      onConfirm={() => asked && start(asked)}
    >
      <p>
        {asked && nameOfRun(asked)} runs again, and its output takes the place of the output on the Run screen. The
        output that is shown now stays in the history. The code in the editor does not change.
      </p>
    </ConfirmDialog>
  );
  return { request, requestById, dialog };
}
