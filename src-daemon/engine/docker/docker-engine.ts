import { createEgressContext } from '../../egress/open-egress.ts';
import { createReadiness } from '../connection/readiness.ts';
import { createDisposals } from '../disposals.ts';
import type { Engine } from '../engine.ts';
import type { EngineLog } from '../engine-log.ts';
import { createNameLookup } from '../installer/name-lookup.ts';
import { languageStatus } from '../languages/language-status.ts';
import { layersOfEngine } from '../layers.ts';
import { openLiveSandboxes } from '../live/open-live-sandboxes.ts';
import { firstLimits, type QueueFront } from '../queue/run-queue.ts';
import { createQueuedEngine } from '../queued-engine.ts';
import type { Runner } from '../runner.ts';
import { createConnectionKeeper } from './link/connection.ts';
import type { EngineConnection } from './link/engine-connection.ts';
import type { EngineFacts } from './link/engine-facts.ts';
import { createTraceKeeper } from './link/engine-trace.ts';
import type { DockerEnvironment } from './link/find-docker.ts';
import { machineNameServers, type NameServers } from './network/name-forwarder.ts';
import { createLayerStore } from './packages/layer-store.ts';
import type { ProvenEngines } from './prepare-engine.ts';
import { createRemover, newProcessId } from './remover/start-remover.ts';
import { createContainerPool } from './run/container-pool.ts';
import { liveContainers } from './run/live-containers.ts';
import type { EngineContext } from './run/run-context.ts';
import { createDockerRuns } from './run.ts';
import { clearAway, type Remains } from './sandbox/clear-away.ts';

export interface DockerEngineOptions {
  /** Labels what the engine creates, so that the next start of this instance finds it. */
  instanceId: string;
  /** Where `engine.json` may name a socket. */
  runtimeDir: string;
  /** The folder that holds `sandbox/`. */
  resourcesDir: string;
  log: EngineLog;
  /** Called with each line of progress while the image is built; by default the lines are logged. */
  onProgress?: (line: string) => void;
  /** `DOCKER_HOST`, `DOCKER_CONTEXT`, `DOCKER_CONFIG` and `XDG_RUNTIME_DIR`, if they are set. */
  environment: DockerEnvironment;
  /** The name servers that answer the queries of a sandbox; by default those of this machine. */
  nameServers?: NameServers;
  /** True if every container must run in gVisor. An engine that does not offer it is then refused. */
  gvisor?: boolean;
  /** True (the default) if containers boot ahead of the runs. */
  keepsWarm?: boolean;
  /** By default every start proves its engine. */
  provenEngines?: ProvenEngines | undefined;
}

/** Creates the engine that runs every job in a hardened Docker container of its own. */
export function createDockerEngine(options: DockerEngineOptions): Engine {
  return createQueuedEngine((front) => createDockerRunner(options, front));
}

/** Creates the same engine below a queue. */
export function createDockerRunner(options: DockerEngineOptions, { queue, stopped }: QueueFront): Runner {
  const { log, instanceId, resourcesDir, keepsWarm = true, nameServers = machineNameServers } = options;
  const disposals = createDisposals();
  const listeners: (() => void)[] = [];
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const readiness = createReadiness<EngineConnection>({ name: 'docker', place: 'machine' });
  const trace = createTraceKeeper();
  const lookup = createNameLookup(options.nameServers);
  const context: EngineContext = { readiness, instanceId, processId: newProcessId(), log, disposals };
  const remover = createRemover({ instanceId, processId: context.processId }, log);
  const layers = createLayerStore({ ...context, resourcesDir, lookup, stopped });
  const pool = createContainerPool({ ...context, onLayerMissing: layers.reportMissing, keepsWarm });
  readiness.onChange(pool.follow);
  readiness.onChange(notify);
  const keeper = createConnectionKeeper(readiness, {
    onProgress: (line) => log.info({ line }, 'making the sandbox image'),
    ...{ ...options, ...context, trace },
    onFound: remover.watch,
    onConnected: notify,
  });
  const egress = createEgressContext({ log, nameServers: options.nameServers, stopped });
  const runContext = { ...context, pool, keeper, nameServers, egress, queue, stopped };

  async function stop(): Promise<void> {
    pool.follow(undefined);
    const closing = disposals.add(keeper.close());
    const isClear = await isClearedAway({ findLink: keeper.lastLink, instanceId, disposals }, log);
    await closing;
    if (isClear) await remover.release();
  }

  return {
    start: keeper.open,
    windDown: pool.windDown,
    stop,
    name: 'docker',
    ...createDockerRuns(runContext),
    noticesOf: () => [],
    refill: pool.refill,
    limits: () => limitsFor(keeper.lastLink()?.facts),
    onChange: (listener) => void listeners.push(listener),
    status: readiness.status,
    trace: trace.read,
    languages: () => languageStatus(readiness.last()?.families.versions() ?? {}),
    prewarm: pool.prewarm,
    sandboxes: openLiveSandboxes(liveContainers(runContext)),
    ...layersOfEngine(layers, pool.releaseLayer),
  };
}

/** Returns false if containers may be left. The remover then removes them when this process has exited. */
async function isClearedAway(remains: Remains, log: EngineLog): Promise<boolean> {
  try {
    await clearAway(remains);
    return true;
  } catch (error) {
    log.warn({ err: error }, 'containers may be left; the remover or the next start removes them');
    return false;
  }
}

/** More runs than processors: a program that sleeps costs little, and memory is the stricter bound. */
function limitsFor(facts: EngineFacts | undefined) {
  if (facts === undefined) return firstLimits;
  return { concurrency: Math.min(Math.max(facts.cpus * 4, 8), 32), memoryMb: Math.floor(facts.memoryMb * 0.75) };
}
