import type { Execution } from '../../../src-shared/contracts/executions.contract.ts';
import type { Tone } from '../../ui/feedback/badge.tsx';

/** How the states of a run are called and coloured. */
export const runStatuses: Record<Execution['status'], { words: string; tone: Tone }> = {
  queued: { words: 'Queued', tone: 'neutral' },
  running: { words: 'Running', tone: 'accent' },
  succeeded: { words: 'Succeeded', tone: 'good' },
  failed: { words: 'Failed', tone: 'danger' },
  timed_out: { words: 'Timed out', tone: 'danger' },
  out_of_memory: { words: 'Out of memory', tone: 'danger' },
  cancelled: { words: 'Cancelled', tone: 'warn' },
  interrupted: { words: 'Interrupted', tone: 'warn' },
};
