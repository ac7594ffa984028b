/** One thing that was looked at. */
export interface Finding {
  name: string;
  status: 'ok' | 'warning' | 'failure' | 'skipped';
  /** What was found, in one line. */
  found: string;
  /** What to do about it. */
  nextStep?: string;
}

export function ok(name: string, found: string): Finding {
  return { name, status: 'ok', found };
}
