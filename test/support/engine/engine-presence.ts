/** Checks once for each test run whether a Docker engine answers. A test reads the result with `inject('engine')`. */
import type { TestProject } from 'vitest/node';
import { findLocalEngine } from '../../../scripts/engine/find-engine.ts';

/** The engine that answers, with its address in the format of DOCKER_HOST, or null. */
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
