import { readExecution } from '../../../src-shared/executions.contract.ts';
import { asApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { showToast } from '../../ui/toasts.tsx';
import { useRun } from './run-store.ts';

/** Shows a run of the history on the Run screen; `again` starts it once more as well. */
export async function openExecution(id: string, again: boolean): Promise<void> {
  try {
    const execution = await call(readExecution, { params: { id } });
    if (!again) return useRun.getState().show(execution);
    if (execution.request === undefined)
      return showToast('The code of this run was not kept, so it cannot be repeated here.', 'danger');
    useRun.getState().reuse(execution.request);
    await useRun.getState().start();
  } catch (error) {
    showToast(asApiError(error).message, 'danger');
  }
}
