/** Asks once a run whether a Docker engine answers (`inject('engine')` in a test). */
import type { TestProject } from 'vitest/node';
import { findLocalEngine } from '../../../scripts/engine/find-engine.ts';

/** The engine that answers, by its DOCKER_HOST; null where none does. */
export type EnginePresence = { host: string; version: string } | null;

declare module 'vitest' {
  interface ProvidedContext {
    engine: EnginePresence;
  }
}

/** Vitest calls this before the first test. */
export async function setup(project: TestProject): Promise<void> {
  const engine = (await findLocalEngine()) ?? null;
  project.provide('engine', engine);
  if (engine === null)
    process.stderr.write('No Docker engine answers: the tests that need one are skipped ("npm run engine" gets one)\n');
}
