import type { ShellApi } from '../../../src-shared/shell-api.ts';
import { isUnderWay, useRun } from '../../features/executions/run-store.ts';
import { scriptOf } from './run-labels.ts';

/** Reports the end of each run: the shell notifies the user while another window is in front. Returns how to stop. */
export function reportRunEnds(shell: ShellApi): () => void {
  return useRun.subscribe(({ run }, { run: before }) => {
    // A run that is shown from the history ended earlier. The log identifies a run.
    if (run?.result === undefined || run.log !== before?.log || !isUnderWay(before) || isUnderWay(run)) return;
    const { id, status } = run.result;
    if (status === 'queued' || status === 'running') return;
    const script = scriptOf(run);
    const durationMs = Date.now() - run.startedAt;
    void shell.reportRunEnd({ id, status, durationMs, ...(script !== undefined && { script }) });
  });
}
