import type { Execution } from '../../../src-shared/contracts/executions.contract.ts';
import type { Tone } from '../../ui/feedback/badge.tsx';

/** Label and colour of each run status, and whether the program failed on its own. */
export const runStatuses: Record<Execution['status'], { label: string; tone: Tone; isFailure?: true }> = {
  queued: { label: 'Queued', tone: 'neutral' },
  running: { label: 'Running', tone: 'accent' },
  succeeded: { label: 'Succeeded', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger', isFailure: true },
  timed_out: { label: 'Timed out', tone: 'danger', isFailure: true },
  out_of_memory: { label: 'Out of memory', tone: 'danger', isFailure: true },
  cancelled: { label: 'Cancelled', tone: 'warn' },
  interrupted: { label: 'Interrupted', tone: 'warn' },
};
