import type { Problem } from './problem.ts';

/** State of the daemon. */
export type DaemonState =
  | { kind: 'starting' }
  | { kind: 'running'; url: string; pid: number; isOwn: boolean }
  /** The daemon crashed, and is started again after a delay. */
  | { kind: 'pausing'; delayMs: number }
  | { kind: 'failed'; problem: Problem }
  | { kind: 'stopped' };
