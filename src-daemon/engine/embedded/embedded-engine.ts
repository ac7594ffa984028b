import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../errors/app-error.ts';
import type { Engine, EngineStatus, LanguageStatus } from '../engine.ts';
import type { EngineLog } from '../engine-log.ts';
import { languages } from '../languages/languages.ts';
import type { Demand } from '../pool/demand.ts';
import type { QueueFront } from '../queue/run-queue.ts';
import { createQueuedEngine, createRuns, onlyChoice } from '../queued-engine.ts';
import type { Runner } from '../runner.ts';
import { findAssets } from './assets.ts';
import { tryConfinement } from './confinement.ts';
import { embeddedLanguages } from './embedded-languages.ts';
import { createEmbeddedLayers } from './installer/layer-store.ts';
import { createEmbeddedRuns, engineName } from './run.ts';
import { createRunLayers } from './run-layers.ts';
import {
  type ChildKey,
  createChildDemand,
  createWarmChildren,
  runsAtOnce,
  type WarmChildren,
} from './warm-children.ts';

export interface EmbeddedEngineOptions {
  /** The folder that holds `embedded/`. */
  resourcesDir: string;
  log: EngineLog;
  /** Folder of the package layers. It is created for the first layer. */
  layersDir: string;
  /** Use bubblewrap if it works; true by default. */
  mayConfine?: boolean;
}

export interface EmbeddedRunner extends Runner {
  /** Keeps children booted, or none while another engine executes the runs. */
  keepWarm(isWarm: boolean): void;
}

export type EmbeddedEngine = Engine & Pick<EmbeddedRunner, 'keepWarm'>;

const mebibyte = 1024 * 1024;
const stopLimitMs = 5000;
const limits = {
  concurrency: runsAtOnce,
  memoryMb: Math.max(Math.floor((totalmem() / mebibyte) * 0.5), 1024),
};

/** The engine without installation: interpreters in WebAssembly, each run in a confined child of its own. */
export function createEmbeddedEngine(options: EmbeddedEngineOptions): EmbeddedEngine {
  return createQueuedEngine((front) => createEmbeddedRunner(options, front));
}

/** Creates the same engine below a queue. */
export function createEmbeddedRunner(options: EmbeddedEngineOptions, front: QueueFront): EmbeddedRunner {
  const { log, layersDir: dir } = options;
  const { stopped } = front;
  const identity = { name: engineName, place: 'machine' } as const;
  let state: EngineStatus = { ...identity, status: 'starting' };
  let children: WarmChildren | undefined;
  const demand = createChildDemand();
  demand.setActive(false);
  let opening: Promise<WarmChildren> | undefined;
  const isReady = () => state.status === 'ready' && !stopped.aborted;
  const installed = createEmbeddedLayers({ dir, isReady, stopped, run: (...job) => own.run(...job) });
  const layers = createRunLayers(installed, {
    onExpected: (layer) => {
      demand.expect({ interpreter: 'python', layer });
      children?.refill();
    },
    onRemoval: (layer) => children?.dropLayer(layer),
  });

  async function start(): Promise<void> {
    opening ??= installed.tidy().then(() => openWarmChildren(options, demand));
    try {
      children = await opening;
      if (stopped.aborted) return await children.close();
      state = { ...identity, status: 'ready' };
      children.refill();
    } catch (error) {
      opening = undefined;
      log.error({ err: error }, 'the embedded engine cannot be used');
      state = { ...identity, status: 'unavailable', reason: 'A part of the embedded engine is missing.' };
    }
  }

  function keepWarm(next: boolean): void {
    demand.setActive(next);
    children?.refill();
  }

  function requireUsable(): void {
    if (state.status === 'unavailable') throw new AppError('engine_unavailable', state.reason ?? 'No engine answers.');
  }

  async function stop(): Promise<void> {
    // All children have been killed. A missing exit event must not block the stop.
    await Promise.race([children?.close(), sleep(stopLimitMs, undefined, { ref: false })]);
  }

  const openChildren = async () => {
    if (children === undefined) await start();
    if (children === undefined) throw new AppError('engine_unavailable', state.reason ?? 'No engine answers.');
    return children;
  };

  const runner: EmbeddedRunner = {
    name: engineName,
    ...createEmbeddedRuns({ openChildren, layers, requireUsable }),
    refill: () => children?.refill(),
    limits: () => limits,
    start,
    windDown: () => keepWarm(false),
    stop,
    keepWarm,
    status: () => state,
    languages: () => languageStatus(state.status !== 'unavailable'),
    prewarm: ({ layer }) => {
      if (layer !== null) layers.note(layer);
    },
    onLayerMissing: layers.onMissing,
    layers: layers.store,
  };
  /** The runs of its installer, which no other engine can take. */
  const own = createRuns({ ...front, choice: onlyChoice(runner) });
  return runner;
}

async function openWarmChildren(options: EmbeddedEngineOptions, demand: Demand<ChildKey>): Promise<WarmChildren> {
  const { resourcesDir, log, mayConfine = true } = options;
  const assets = findAssets(resourcesDir);
  const bwrap = mayConfine ? await tryConfinement(assets) : undefined;
  log.info({ bubblewrap: bwrap !== undefined }, 'the embedded engine is ready');
  return createWarmChildren({
    maker: { assets, bwrap },
    demand,
    onFailure: (interpreter) => log.error({ interpreter }, 'an interpreter of the embedded engine did not start'),
  });
}

function languageStatus(isUsable: boolean): LanguageStatus[] {
  return languages.map(({ id, name, aliases, fileExtension, packageManager }) => {
    const version = embeddedLanguages[id]?.version ?? null;
    const available = isUsable && version !== null;
    return { id, name, version, aliases, fileExtension, packageManager, available };
  });
}
