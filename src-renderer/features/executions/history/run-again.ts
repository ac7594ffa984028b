import { type Execution, readExecution } from '../../../../src-shared/contracts/executions.contract.ts';
import { asApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { isUnderWay, useRun } from '../run-store.ts';

export const noCodeStored = 'The history has no code for this run, because runs of vault scripts do not store any.';

/** Runs the request of a stored run again without changing the editor. Returns false if that is not possible. */
export function runAgain({ request }: Pick<Execution, 'request'>): boolean {
  if (request === undefined) {
    showToast(`${noCodeStored} It cannot be run again from here.`, 'danger');
    return false;
  }
  if (refusesWhileRunning()) return false;
  void useRun.getState().repeat(request);
  return true;
}

/** Returns true, with a message, while another run is in progress. */
export function refusesWhileRunning(): boolean {
  const isRunning = isUnderWay(useRun.getState().run);
  if (isRunning) showToast('Another run is in progress. Wait until it ends or cancel it, then try again.', 'danger');
  return isRunning;
}

/** Runs a stored run again, whatever output is shown. Shows an error if that is not possible. */
export async function runAgainById(id: string): Promise<void> {
  try {
    runAgain(await call(readExecution, { params: { id } }));
  } catch (error) {
    showToast(runErrorMessage(error), 'danger');
  }
}

/** Returns the message of an error; a run can be removed from the history while it is on screen. */
export function runErrorMessage(error: unknown): string {
  const { code, message } = asApiError(error);
  return code === 'execution_not_found'
    ? 'This run is no longer in the history: it was deleted, or removed to make room for newer runs (Settings, History).'
    : message;
}
