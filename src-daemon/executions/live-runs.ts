import { createLiveWorks } from '../core/live-works.ts';
import type { LiveRun } from './live-run.ts';

export type LiveRuns = ReturnType<typeof createLiveRuns>;

/** The runs that are in memory; the history has them all. */
export const createLiveRuns = () => createLiveWorks<LiveRun>();
