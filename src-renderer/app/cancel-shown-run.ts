import type { RunOwner } from '../features/executions/run-owner.ts';
import { isUnderWay, runsUnderWay, useCurrentRuns } from '../features/executions/run-store.ts';
import { ownerOf } from '../features/executions/scratches/scratch.ts';
import { shownScratch } from '../features/executions/scratches/scratch-store.ts';

/** Cancels the run of the scratch that is shown, else the run that started last. */
export function cancelShownRun(): void {
  const { runs, cancel } = useCurrentRuns.getState();
  const shown: RunOwner = ownerOf(shownScratch().id);
  const owner = location.hash.startsWith('#/run') && isUnderWay(runs[shown]) ? shown : runsUnderWay(runs).at(-1);
  if (owner !== undefined) void cancel(owner);
}
