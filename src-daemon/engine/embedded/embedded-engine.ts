import { setMaxListeners } from 'node:events';
import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../errors/app-error.ts';
import { shuttingDown } from '../../errors/repeated-errors.ts';
import type { Engine, EngineStatus, LanguageStatus } from '../engine.ts';
import type { EngineLog } from '../engine-log.ts';
import { languages } from '../languages/languages.ts';
import type { Demand } from '../pool/demand.ts';
import { createRunQueue, type RunQueue } from '../queue/run-queue.ts';
import { createAdmission, engineName } from './admission.ts';
import { findAssets } from './assets.ts';
import { tryConfinement } from './confinement.ts';
import { embeddedLanguages } from './embedded-languages.ts';
import { createEmbeddedLayers } from './installer/layer-store.ts';
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

export interface EmbeddedEngine extends Engine {
  /** Keeps children booted, or none while another engine executes the runs. */
  keepWarm(isWarm: boolean): void;
}

const mebibyte = 1024 * 1024;
const stopLimitMs = 5000;
/** More than another engine has queued and running together, so that all its runs fit here if it stops. */
const waitingCap = 200;

/** The engine without installation: interpreters in WebAssembly, each run in a confined child of its own. */
export function createEmbeddedEngine(options: EmbeddedEngineOptions): EmbeddedEngine {
  const { log, layersDir: dir } = options;
  const stopped = new AbortController();
  setMaxListeners(0, stopped.signal);
  const queue = createOwnQueue();
  let state: EngineStatus = { name: engineName, status: 'starting' };
  let children: WarmChildren | undefined;
  const demand = createChildDemand();
  demand.setActive(false);
  let opening: Promise<WarmChildren> | undefined;
  const isReady = () => state.status === 'ready' && !stopped.signal.aborted;
  const installed = createEmbeddedLayers({ dir, isReady, stopped: stopped.signal, run: (...job) => run(...job) });
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
      if (stopped.signal.aborted) return await children.close();
      state = { name: engineName, status: 'ready' };
      children.refill();
    } catch (error) {
      opening = undefined;
      log.error({ err: error }, 'the embedded engine cannot be used');
      state = { name: engineName, status: 'unavailable', reason: 'A part of the embedded engine is missing.' };
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
    stopped.abort(shuttingDown());
    // All children have been killed. A missing exit event must not block the stop.
    await Promise.race([children?.close(), sleep(stopLimitMs, undefined, { ref: false })]);
  }

  const openChildren = async () => {
    if (children === undefined) await start();
    if (children === undefined) throw new AppError('engine_unavailable', state.reason ?? 'No engine answers.');
    return children;
  };

  const admit = createAdmission({ queue, stopped: stopped.signal, openChildren, layers, requireUsable });
  const run: Engine['run'] = async (job, hooks) => admit(job).run(hooks);
  return {
    start,
    windDown: () => keepWarm(false),
    stop,
    admit,
    run,
    keepWarm,
    status: () => state,
    languages: () => languageStatus(state.status !== 'unavailable'),
    prewarm: ({ layer }) => {
      if (layer !== null) layers.note(layer);
    },
    onLayerMissing: layers.onMissing,
    layers: layers.store,
  };
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

function createOwnQueue(): RunQueue {
  const memoryMb = Math.max(Math.floor((totalmem() / mebibyte) * 0.5), 1024);
  return createRunQueue({ concurrency: runsAtOnce, memoryMb, waiting: waitingCap });
}

function languageStatus(isUsable: boolean): LanguageStatus[] {
  return languages.map(({ id, name, aliases, fileExtension, packageManager }) => {
    const version = embeddedLanguages[id]?.version ?? null;
    const available = isUsable && version !== null;
    return { id, name, version, aliases, fileExtension, packageManager, available };
  });
}
