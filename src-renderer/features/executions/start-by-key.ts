import { showToast } from '../../ui/overlays/toasts.ts';
import { isUnderWay, useRun } from './run-store.ts';

/** Runs the code of the Run screen, or says why it cannot run now. */
export function startByKey(): void {
  const { run, start } = useRun.getState();
  if (isUnderWay(run)) showToast('A run is in progress. Wait until it ends, or cancel it first.', 'note');
  else void start();
}
