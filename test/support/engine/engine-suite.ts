import { describe, inject } from 'vitest';
import './engine-presence.ts';

/** Defines a suite that executes code. It is skipped if no engine answers, and fails if CI=true. */
export function describeWithEngine(name: string, suite: () => void): void {
  describe.skipIf(inject('engine') === null && process.env.CI !== 'true')(name, suite);
}
