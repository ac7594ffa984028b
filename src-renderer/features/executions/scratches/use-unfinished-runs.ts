import { useEffect } from 'react';
import { type Execution, listExecutions, readExecution } from '../../../../src-shared/contracts/executions.contract.ts';
import { call } from '../../../client/call.ts';
import { scriptOwner } from '../run-owner.ts';
import { isUnderWay, useCurrentRuns } from '../run-store.ts';
import { useAreScratchesRestored, whenScratchesRestored } from './keep-scratches.ts';
import { openRequest } from './open-scratch.ts';
import { ownerOf } from './scratch.ts';
import { useScratches } from './scratch-store.ts';

/** Restores the scratches, and follows the runs of the interface that an earlier page started and that have not ended. */
export function useUnfinishedRuns(): void {
  const isRestored = useAreScratchesRestored();
  useEffect(() => void whenScratchesRestored(), []);
  useEffect(() => {
    if (isRestored && Object.keys(useCurrentRuns.getState().runs).length === 0) void followUnfinishedRuns();
  }, [isRestored]);
}

/** Follows the runs of the interface that have not ended, each in its scratch or its script. */
async function followUnfinishedRuns(): Promise<void> {
  const { executions } = await call(listExecutions, { query: { limit: 10 } }).catch(() => ({ executions: [] }));
  const found = executions.filter(
    ({ status, source, startedBy }) =>
      (status === 'running' || status === 'queued') &&
      (source === 'interface' || (source === 'vault' && startedBy?.client === 'interface')),
  );
  for (const { id } of found.toReversed()) {
    const execution = await call(readExecution, { params: { id } }).catch(() => undefined);
    if (execution?.request !== undefined) await follow(execution, execution.request);
    else if (execution?.source === 'vault' && execution.name !== undefined)
      void useCurrentRuns.getState().attach(scriptOwner(execution.name), execution);
  }
}

async function follow(execution: Execution, request: NonNullable<Execution['request']>): Promise<void> {
  const { open } = useScratches.getState();
  // The user can have changed the code since, or this window has not stored the id of the run.
  const own =
    open.find(({ lastRun }) => lastRun === execution.id) ?? open.find(({ draft }) => draft.code === request.code);
  const id = own?.id ?? (await openRequest(request));
  if (id === undefined) return;
  const { runs, attach } = useCurrentRuns.getState();
  if (!isUnderWay(runs[ownerOf(id)])) void attach(ownerOf(id), execution);
}
