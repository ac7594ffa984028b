import type { ShellApi } from '../../../src-shared/shell-api.ts';
import { type RunOwner, scriptOfOwner } from '../../features/executions/run-owner.ts';
import { isUnderWay, type Run, useCurrentRuns } from '../../features/executions/run-store.ts';

/** Reports the end of each run: the shell notifies the user while another window is in front. Returns how to stop. */
export function reportRunEnds(shell: ShellApi): () => void {
  return useCurrentRuns.subscribe(({ runs }, { runs: before }) => {
    if (runs === before) return;
    for (const [owner, run] of Object.entries(runs) as [RunOwner, Run][]) {
      // A document can have another name than before; the log identifies a run.
      const earlier = Object.values(before).find((one) => one?.log === run.log);
      if (isUnderWay(earlier) && !isUnderWay(run)) report(shell, owner, run);
    }
  });
}

function report(shell: ShellApi, owner: RunOwner, { result, startedAt }: Run): void {
  if (result === undefined || result.status === 'queued' || result.status === 'running') return;
  const script = scriptOfOwner(owner);
  const { id, status } = result;
  void shell.reportRunEnd({ id, status, durationMs: Date.now() - startedAt, ...(script !== undefined && { script }) });
}
