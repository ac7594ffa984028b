import { AppError } from '../../../core/app-error.ts';
import type { Disposals } from '../../disposals.ts';
import type { PrewarmKey } from '../../engine.ts';
import type { EngineLog } from '../../engine-log.ts';
import { type Language, requireLanguage } from '../../languages/languages.ts';
import { createDemand, type Demand } from '../../pool/demand.ts';
import { createWarmPool, type WarmPool } from '../../pool/warm-pool.ts';
import { warmCommand } from '../../protocol/program-of.ts';
import type { Connection } from '../link/readiness.ts';
import { mountLayer } from '../packages/layer-mount.ts';
import { type BootedSandbox, bootSandbox } from '../sandbox/boot-sandbox.ts';
import type { SandboxContainer } from '../sandbox/container-options.ts';
import { resizeSandbox } from '../sandbox/resize-sandbox.ts';
import { engineGone } from './converse.ts';
import type { RunTask } from './run-task.ts';
import { SupersededError } from './superseded-error.ts';

export interface SandboxSourceDeps {
  instanceId: string;
  log: EngineLog;
  disposals: Disposals;
  onLayerMissing: (layer: string) => void;
  /** Whether containers boot ahead of the runs. */
  keepsWarm: boolean;
}

/** Where runs get their sandboxes from: booted ahead of them where that was foreseen. */
export interface SandboxSource {
  /** @throws AppError `packages_unavailable`; the signal's reason; what the engine says */
  sandboxFor(connection: Connection, task: RunTask): Promise<BootedSandbox>;
  /** What is warm belongs to one connection and its image; another, or none, ends all of it. */
  follow(connection: Connection | undefined): void;
  prewarm(key: PrewarmKey): void;
  /** Lets go of a layer, so that it can be removed; resolves when no waiting container has it. */
  releaseLayer(layer: string): Promise<void>;
  /** From now on nothing boots ahead of a run, and what waits goes. */
  windDown(): void;
  /** A run has answered: what it took may be replaced. */
  refill(): void;
  count(): { ready: number; booting: number };
}

/** The memory that a request has unless it says otherwise. */
const usualMemoryMb = 256;
const containerCostMb = 6;
const firstLanguages = ['python', 'javascript', 'typescript', 'bash'];
const boots = 2;
const settlingMs = 1000;

/** The pool of a Docker engine, by language and package layer. */
export function createSandboxSource(deps: SandboxSourceDeps): SandboxSource {
  const demand = createDemand();
  if (deps.keepsWarm)
    for (const language of firstLanguages.toReversed()) demand.expect(keyOf({ language, layer: null }));
  let served: { connection: Connection; pool: WarmPool<BootedSandbox> } | undefined;

  function follow(connection: Connection | undefined): void {
    if (served?.connection === connection) return;
    served?.pool.close(new SupersededError());
    served = connection === undefined ? undefined : { connection, pool: createPool(deps, connection, demand) };
    // A daemon that has just come up has better things to do, and one that only passes by boots nothing.
    if (deps.keepsWarm) setTimeout(() => served?.pool.refill(), settlingMs).unref();
  }

  async function sandboxFor(connection: Connection, task: RunTask): Promise<BootedSandbox> {
    if (served?.connection !== connection) throw new SupersededError();
    const { pool } = served;
    const { job, wait } = task;
    const key = keyOf({ language: job.language, layer: job.layer ?? null });
    const isUsual = job.memoryMb === usualMemoryMb;
    const isPlain = task.limits === undefined && task.networkMode === undefined;
    if (deps.keepsWarm && isPlain && (isUsual || !pool.isEmpty(key))) {
      const sandbox = await pool.take(key, wait.signal);
      wait.end();
      if (isUsual || (await resizeSandbox(connection.link, sandbox, job.memoryMb))) return sandbox;
      void deps.disposals.add(sandbox.dispose());
    }
    const make = async () => {
      wait.end();
      const spec = await specOf(deps, connection, { language: task.language, layer: job.layer });
      const { memoryMb, id: executionId } = job;
      const { networkMode, limits } = task;
      const place = { ...deps, link: connection.link };
      const { pids, scratchMb } = limits ?? {};
      return bootSandbox(place, { ...spec, memoryMb, executionId, networkMode, pids, scratchMb });
    };
    return pool.order(() => deps.disposals.add(make()), wait.signal);
  }

  async function releaseLayer(layer: string): Promise<void> {
    for (const key of demand.keys()) if (layerOf(key) === layer) served?.pool.drop(key);
    await deps.disposals.settled();
  }

  return {
    sandboxFor,
    follow,
    prewarm: (key) => {
      if (!deps.keepsWarm) return;
      demand.expect(keyOf(key));
      served?.pool.refill();
    },
    releaseLayer,
    windDown: () => {
      demand.setActive(false);
      served?.pool.refill();
    },
    refill: () => served?.pool.refill(),
    count: () => served?.pool.count() ?? { ready: 0, booting: 0 },
  };
}

function createPool(deps: SandboxSourceDeps, connection: Connection, demand: Demand): WarmPool<BootedSandbox> {
  const { link } = connection;
  const pool = createWarmPool<BootedSandbox>({
    boot: (key) =>
      deps.disposals.add(bootWarm(deps, connection, key)).catch((error: unknown) => {
        // Its layer is gone for good: what takes its place has another name.
        if (error instanceof AppError && error.code === 'packages_unavailable') demand.forget(key);
        throw error;
      }),
    discard: (sandbox) => void deps.disposals.add(sandbox.dispose()),
    deathOf: ({ stream }) =>
      stream.closed ? Promise.resolve() : new Promise((resolve) => stream.once('close', () => resolve())),
    costMb: (key) => containerCostMb + (languageOf(key).preload?.memoryMb ?? 0),
    budgetMb: Math.min(Math.max(link.facts.memoryMb * 0.05, 128), 1024),
    concurrency: boots,
    demand,
  });
  link.lost.addEventListener('abort', () => pool.close(engineGone()), { once: true });
  return pool;
}

async function bootWarm(deps: SandboxSourceDeps, connection: Connection, key: string): Promise<BootedSandbox> {
  const language = languageOf(key);
  const spec = await specOf(deps, connection, { language, layer: layerOf(key) });
  return bootSandbox({ ...deps, link: connection.link }, { ...spec, warm: warmCommand(language) });
}

async function specOf(
  { instanceId, onLayerMissing }: SandboxSourceDeps,
  { link, families }: Connection,
  { language, layer }: { language: Language; layer: string | undefined },
): Promise<SandboxContainer> {
  const { id: imageId, versions } = families.demand(language);
  const layers = { versions, onMissing: onLayerMissing };
  return {
    imageId,
    instanceId,
    memoryMb: usualMemoryMb,
    runtime: link.facts.runtime,
    layer: await mountLayer({ link, layers }, layer, language),
  };
}

function keyOf({ language, layer }: PrewarmKey): string {
  return `${language} ${layer ?? ''}`;
}

function layerOf(key: string): string | undefined {
  return key.slice(key.indexOf(' ') + 1) || undefined;
}

function languageOf(key: string): Language {
  return requireLanguage(key.slice(0, key.indexOf(' ')));
}
