import type { ExecuteResponse, ExecutionEvent } from '../../src-shared/contracts/executions.contract.ts';
import { createLiveWork } from '../core/live-work.ts';
import { createLiveWorks } from '../core/live-works.ts';
import type { SandboxFile } from '../engine/engine.ts';

export interface Outcome {
  answer: ExecuteResponse;
  /** Result files with their whole content. */
  files: SandboxFile[];
}

/** Outcome of a run, and whether the history stores its output and files. */
interface RecordedOutcome extends Outcome {
  isKept: boolean;
}

export type LiveRun = ReturnType<typeof createLiveRun>;

/** Creates a run in memory: its events, which clients follow, and its outcome. */
export function createLiveRun(identity: { id: string; accountId: number; credentialId: string }) {
  const work = createLiveWork<ExecutionEvent>(identity);
  let isRunning = false;
  let outcome: RecordedOutcome | undefined;

  return {
    ...work,
    status: (): 'queued' | 'running' | 'ended' => {
      if (work.hasEnded()) return 'ended';
      return isRunning ? 'running' : 'queued';
    },
    /** Response of the run; undefined before its end and after a failure of the engine. */
    answer: (): ExecuteResponse | undefined => outcome?.answer,
    files: (): readonly SandboxFile[] => outcome?.files ?? [],
    heldBytes: () => (outcome?.files ?? []).reduce((sum, { content }) => sum + content.length, work.heldBytes()),
    isKept: () => outcome?.isKept ?? false,
    markRunning(): void {
      isRunning = true;
    },
    finish(result: RecordedOutcome): void {
      outcome = result;
    },
  };
}

export type LiveRuns = ReturnType<typeof createLiveRuns>;

/** The runs that are in memory: those in progress, and those that ended less than a minute ago. */
export const createLiveRuns = () => createLiveWorks<LiveRun>();
