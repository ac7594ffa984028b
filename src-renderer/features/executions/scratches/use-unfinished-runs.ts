import { useEffect } from 'react';
import { useCurrentRuns } from '../run-store.ts';
import { followUnfinishedRuns } from './follow-unfinished-runs.ts';
import { useAreScratchesRestored, whenScratchesRestored } from './keep-scratches.ts';

/** Restores the scratches, and follows the runs of the interface that an earlier page started and that have not ended. */
export function useUnfinishedRuns(): void {
  const isRestored = useAreScratchesRestored();
  useEffect(() => void whenScratchesRestored(), []);
  useEffect(() => {
    if (isRestored && Object.keys(useCurrentRuns.getState().runs).length === 0) void followUnfinishedRuns();
  }, [isRestored]);
}
