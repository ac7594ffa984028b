/** Result of one check. */
export interface Finding {
  name: string;
  status: 'ok' | 'warning' | 'failure' | 'skipped';
  /** Observation, in one line. */
  found: string;
  /** Advice to the user. */
  nextStep?: string;
  /** The process that holds the data folder, if the finding is about it. */
  pid?: number;
}

export function ok(name: string, found: string): Finding {
  return { name, status: 'ok', found };
}
