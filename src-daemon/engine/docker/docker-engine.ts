import { createEgressContext } from '../../egress/open-egress.ts';
import { shuttingDown } from '../../errors/repeated-errors.ts';
import { checkJob } from '../check-job.ts';
import { compileLimits } from '../compile/compile-limits.ts';
import { createDisposals } from '../disposals.ts';
import type { AdmittedRun, Engine, LanguageStatus, RunHooks, SandboxJob, SandboxResult } from '../engine.ts';
import type { EngineLog } from '../engine-log.ts';
import { cancelledResult, resultOf } from '../guest/run-result.ts';
import { type Language, languages } from '../languages/languages.ts';
import { createRunQueue, type QueueEntry } from '../queue/run-queue.ts';
import { withEgressSlot } from '../queue/with-egress-slot.ts';
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
import type { EngineContext, RunContext } from './run/run-context.ts';
import { runJob } from './run/run-job.ts';
import { createSandboxPool } from './run/sandbox-pool.ts';
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

/** An accepted job. */
interface Admitted {
  job: SandboxJob;
  language: Language;
  entry: QueueEntry;
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
  const runContext: RunContext = { ...context, pool, keeper, nameServers, egress };

  function admit(job: SandboxJob): AdmittedRun {
    const language = checkJob(job);
    if (stopped.signal.aborted) throw stopped.signal.reason;
    readiness.demand();
    readiness.current()?.families.demand(language);
    const entry = withEgressSlot(queue.admit({ ...job, memoryMb: memoryOf(job, language) }), egress.slots, job);
    return { run: (hooks) => run({ job, language, entry }, hooks), release: entry.leave };
  }

  async function run({ job, language, entry }: Admitted, hooks: RunHooks): Promise<SandboxResult> {
    const signal = AbortSignal.any([hooks.signal, stopped.signal]);
    const wait = queue.startWait(job, signal);
    try {
      readiness.demand();
      await entry.waitForSlot(wait.signal);
      const connection = await readiness.wait(wait.signal);
      const times = { queuedMs: wait.elapsedMs(), leftQueueAt: performance.now() };
      hooks.onStarted?.();
      const record = await runJob(runContext, connection, { job, language, wait, hooks: { ...hooks, signal } });
      return resultOf(record, times, job);
    } catch (error) {
      // A stop closes the connection too, and a run may notice that first.
      if (stopped.signal.aborted || (signal.aborted && error === signal.reason))
        return cancelledResult(wait.elapsedMs());
      throw error;
    } finally {
      wait.end();
      entry.leave();
      // After the answer: a container that boots would take processor time from it.
      setImmediate(pool.refill);
    }
  }

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
    sandboxes: openLiveSandboxes({ ...runContext, queue, stopped: stopped.signal }),
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

/** The compile step and the program run one after the other, so the larger of both counts. */
function memoryOf({ memoryMb }: Pick<SandboxJob, 'memoryMb'>, language: Language): number {
  return language.compile === undefined ? memoryMb : Math.max(memoryMb, compileLimits.memoryMb);
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
