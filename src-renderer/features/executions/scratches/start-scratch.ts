import { ApiError } from '../../../client/api-error.ts';
import { rulesProblems } from '../../../ui/network/rule-form.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { stillRunning } from '../../../ui/text/still-running.ts';
import { environmentOf, loadEnvironments } from '../environments/environments-store.ts';
import { requestOf } from '../options/run-draft.ts';
import { isUnderWay, useCurrentRuns } from '../run-store.ts';
import { ownerOf } from './scratch.ts';
import { shownScratch } from './scratch-store.ts';

/** Runs the scratch that is shown, unless it is running. Its output says so if its environment or a network rule is not valid. */
export async function startScratch(): Promise<void> {
  const { id, draft } = shownScratch();
  const { start, refuse } = useCurrentRuns.getState();
  if (draft.environment !== '') await loadEnvironments();
  const { environment, problem } = environmentOf(draft);
  // The daemon's own schema reports an invalid rule as a whole.
  const wrongRules = draft.network === 'rules' ? rulesProblems(draft.rules) : [];
  if (problem === undefined && wrongRules.length === 0) return start(ownerOf(id), requestOf(draft, environment));
  const subject = problem === undefined ? 'network rules are' : 'environment is';
  const message = `The run was not started, because its ${subject} not valid.`;
  refuse(ownerOf(id), new ApiError('invalid_request', message, { details: problem ? [problem] : wrongRules }));
}

/** Runs the scratch that is shown, or says why it cannot run now. */
export function startByKey(): void {
  const { id } = shownScratch();
  if (isUnderWay(useCurrentRuns.getState().runs[ownerOf(id)])) showToast(stillRunning('This code'), 'note');
  else void startScratch();
}
