import { createEgressContext } from '../../egress/open-egress.ts';
import { shuttingDown } from '../../errors/repeated-errors.ts';
import { createDisposals } from '../disposals.ts';
import type { Engine, LanguageStatus } from '../engine.ts';
import type { EngineLog } from '../engine-log.ts';
import { languages } from '../languages/languages.ts';
import { createRunQueue } from '../queue/run-queue.ts';
import { createConnectionKeeper } from './link/connection.ts';
import type { EngineFacts } from './link/engine-facts.ts';
import { createTraceKeeper } from './link/engine-trace.ts';
import type { DockerEnvironment } from './link/find-docker.ts';
import { createReadiness } from './link/readiness.ts';
import { createNameLookup } from './network/name-lookup.ts';
import { machineNameServers, type NameServers } from './network/name-relay.ts';
import { createLayerStore, type DockerLayerStore } from './packages/layer-store.ts';
import type { ProvenEngines } from './prepare-engine.ts';
import { createRemover, newProcessId } from './remover/start-remover.ts';
import { openLiveSandboxes } from './run/open-live-sandboxes.ts';
import type { EngineContext } from './run/run-context.ts';
import { createSandboxPool } from './run/sandbox-pool.ts';
import { createRuns } from './run.ts';
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

const waitingCap = 100;

/** Creates the engine that runs every job in a hardened Docker container of its own. */
export function createDockerEngine(options: DockerEngineOptions): Engine {
  const { log, instanceId, resourcesDir, keepsWarm = true, nameServers = machineNameServers } = options;
  const stopped = new AbortController();
  const disposals = createDisposals();
  const queue = createRunQueue({ concurrency: 4, memoryMb: 4096, waiting: waitingCap });
  const readiness = createReadiness();
  const trace = createTraceKeeper();
  const lookup = createNameLookup(options.nameServers);
  const context: EngineContext = { readiness, instanceId, processId: newProcessId(), log, disposals };
  const remover = createRemover({ instanceId, processId: context.processId }, log);
  const layers = createLayerStore({ ...context, resourcesDir, lookup, stopped: stopped.signal });
  const pool = createSandboxPool({ ...context, onLayerMissing: layers.reportMissing, keepsWarm });
  readiness.onConnection(pool.follow);
  const keeper = createConnectionKeeper(readiness, {
    onProgress: (line) => log.info({ line }, 'making the sandbox image'),
    ...{ ...options, ...context, trace },
    onFound: remover.watch,
    onConnected: (link) => queue.setLimits(limitsFor(link.facts)),
  });
  const egress = createEgressContext({ log, nameServers: options.nameServers, stopped: stopped.signal });
  const runContext = { ...context, pool, keeper, nameServers, egress, queue, stopped: stopped.signal };
  const { admit } = createRuns(runContext);

  async function stop(): Promise<void> {
    stopped.abort(shuttingDown());
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
    admit,
    run: async (job, hooks) => admit(job).run(hooks),
    status: readiness.status,
    trace: trace.read,
    languages: () => languageStatus(readiness.last()?.families.versions() ?? {}),
    prewarm: pool.prewarm,
    sandboxes: openLiveSandboxes(runContext),
    ...partsFor(layers, pool.releaseLayer),
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
function limitsFor(facts: EngineFacts) {
  return { concurrency: Math.min(Math.max(facts.cpus * 4, 8), 32), memoryMb: Math.floor(facts.memoryMb * 0.75) };
}

/** Before a layer is removed, the warm containers that have it are removed. */
function partsFor(layers: DockerLayerStore, release: (layer: string) => Promise<void>) {
  const remove = (layer: string) => release(layer).then(() => layers.remove(layer));
  return { layers: { ...layers, remove }, onLayerMissing: layers.onMissing };
}

function languageStatus(versions: Readonly<Record<string, string>>): LanguageStatus[] {
  return languages.map(({ id, name, aliases, fileExtension, packageManager }) => {
    const version = versions[id] ?? null;
    return { id, name, version, aliases, fileExtension, packageManager, available: version !== null };
  });
}
