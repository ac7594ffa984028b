import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createEmbeddedEngine, type EmbeddedEngine } from '../../../src-daemon/engine/embedded/embedded-engine.ts';
import type { EngineLog } from '../../../src-daemon/engine/engine-log.ts';
import { runsWith } from '../docker/run/run-jobs.ts';

export const resourcesDir = join(import.meta.dirname, '../../../resources');
export const silentLog: EngineLog = { info: () => {}, warn: () => {}, error: () => {} };

/** A folder that an engine makes when it has a layer. */
export function newLayersDir(): string {
  return join(tmpdir(), `strongroom-layers-${randomUUID()}`);
}

/** An embedded engine for a suite. It keeps children waiting as the product does, so that most runs are warm. */
export function useEmbeddedEngine(options: { mayConfine?: boolean } = {}): () => EmbeddedEngine {
  const engine = createEmbeddedEngine({ resourcesDir, log: silentLog, layersDir: newLayersDir(), ...options });
  beforeAll(async () => {
    await engine.start();
    if (engine.status().status !== 'ready') throw new Error(engine.status().reason);
    engine.keepWarm(true);
  });
  afterAll(() => engine.stop());
  return () => engine;
}

export const { jobOf, run } = runsWith({ language: 'python', timeoutMs: 20_000 });
