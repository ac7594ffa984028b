import { describe, inject } from 'vitest';
import './engine-presence.ts';

/** A suite that executes code: skipped, and counted as skipped, where no engine answers; failed where CI=true. */
export function describeWithEngine(name: string, suite: () => void): void {
  describe.skipIf(inject('engine') === null && process.env.CI !== 'true')(name, suite);
}
