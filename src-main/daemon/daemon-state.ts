import type { Problem } from './problem.ts';

/** How it stands with the daemon. */
export type DaemonState =
  | { kind: 'starting' }
  | { kind: 'running'; url: string; pid: number; isOwn: boolean }
  /** It crashed, and is started again after a pause. */
  | { kind: 'pausing'; delayMs: number }
  | { kind: 'failed'; problem: Problem }
  | { kind: 'stopped' };
