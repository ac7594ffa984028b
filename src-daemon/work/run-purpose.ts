import type { EngineLocation } from '../../src-shared/contracts/engine-location.ts';
import type { WritableDb } from '../db/database.ts';
import type { NetworkFacts } from './network-facts.ts';

/** The metadata of a run's audit row. */
export interface RunFacts extends NetworkFacts {
  language: string;
  codeLength: number;
  secretsInjected: number;
  packages: number;
  executionId: string;
  source: string;
  place: EngineLocation;
}

/** The differences between the runs of the features. */
export interface RunPurpose {
  source: string;
  /** Name of the run in the history, such as that of a stored script; absent: the history finds one in the request. */
  name?: string;
  /** True if the request is stored, sealed, so that the run can be repeated. */
  keepsRequest: boolean;
  /** Writes the audit row of the run, in the transaction that records the run. */
  recordStart(db: WritableDb, facts: RunFacts): void;
}

/** The request of a feature to the executions feature. Its client has left when `signal` aborts. */
export interface RunFor {
  signal: AbortSignal;
  purpose: RunPurpose;
  /** The client's name for the request: the same request with the same key is one run. */
  retryKey?: string | undefined;
}
