import { type Execution, readExecution } from '../../../../src-shared/contracts/executions.contract.ts';
import { asApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { stillRunning } from '../../../ui/text/still-running.ts';
import { isUnderWay, useCurrentRuns } from '../run-store.ts';
import { openRequest } from '../scratches/open-scratch.ts';
import { ownerOf } from '../scratches/scratch.ts';

export const noCodeStored = 'The history has no code for this run, because runs of vault scripts do not store any.';

/**
 * Runs the request of a stored run again, in a scratch with its code: the output of other code stays. Returns false if that
 * is not possible.
 */
export async function runAgain({ request }: Pick<Execution, 'request'>): Promise<boolean> {
  if (request === undefined) {
    showToast(`${noCodeStored} It cannot be run again from here.`, 'danger');
    return false;
  }
  const id = await openRequest(request);
  if (id === undefined) return false;
  const owner = ownerOf(id);
  if (isUnderWay(useCurrentRuns.getState().runs[owner])) {
    showToast(stillRunning('This code'), 'note');
    return false;
  }
  // As it was, also what the editor has no field for.
  void useCurrentRuns.getState().start(owner, { ...request, outputKeep: 'ends' });
  return true;
}

/** Runs a stored run again. Shows an error if that is not possible. Returns true if it was started. */
export async function runAgainById(id: string): Promise<boolean> {
  try {
    return await runAgain(await call(readExecution, { params: { id } }));
  } catch (error) {
    showToast(runErrorMessage(error), 'danger');
    return false;
  }
}

/** Returns the message of an error; a run can be removed from the history while it is on screen. */
export function runErrorMessage(error: unknown): string {
  const { code, message } = asApiError(error);
  return code === 'execution_not_found'
    ? 'This run is no longer in the history: it was deleted, or removed to make room for newer runs (Settings, History).'
    : message;
}
