import type { WritableDb } from '../db/database.ts';

/** What the audit row of every run says. */
export interface RunFacts {
  language: string;
  codeLength: number;
  secretsInjected: number;
  packages: number;
  executionId: string;
  actor: { kind: 'session' | 'apiKey'; id: string };
  source: string;
}

/** What tells a run of one feature from that of another. */
export interface RunPurpose {
  source: string;
  /** Whether the request is kept sealed, so that the run can be repeated. */
  keepsRequest: boolean;
  /** Writes the run's one audit row, in the transaction that records the run. */
  recordStart(db: WritableDb, facts: RunFacts): void;
}

/** A run as a feature asks the executions feature for it: cancelled, or left, when `signal` aborts. */
export interface RunFor {
  signal: AbortSignal;
  purpose: RunPurpose;
}
