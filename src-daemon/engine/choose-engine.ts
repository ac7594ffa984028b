import { AppError } from '../errors/app-error.ts';
import type { EmbeddedEngine } from './embedded/embedded-engine.ts';
import { embeddedLanguages, memoryCapMb } from './embedded/embedded-languages.ts';
import type {
  AdmittedRun,
  Engine,
  EngineStatus,
  LanguageStatus,
  RunHooks,
  SandboxJob,
  SandboxResult,
} from './engine.ts';
import { createStartWait } from './queue/start-wait.ts';
import { createDockerWait, type DockerWait, noticeOfChange } from './wait-for-docker.ts';

export interface EngineMakers {
  docker: () => Engine;
  embedded: () => EmbeddedEngine;
}

const watchEveryMs = 250;

/** Creates the engine of `--engine`: Docker, the embedded engine, or the better of both at the time of each run. */
export function chooseEngine(mode: 'auto' | 'docker' | 'embedded', makers: EngineMakers): Engine {
  if (mode === 'docker') return makers.docker();
  if (mode === 'embedded') return keepWarm(makers.embedded());
  return createAutoEngine(makers.docker(), makers.embedded());
}

function keepWarm(embedded: EmbeddedEngine): Engine {
  embedded.keepWarm(true);
  return embedded;
}

/**
 * Creates an engine that decides for each run: Docker if it answers, else the embedded engine. A run waits for a Docker
 * that was found and is not ready yet, for at most 60 s. While Docker makes its image, the embedded engine runs what it
 * can. The notices of a run say why it was not executed by a Docker that this machine has. A run that Docker loses before its first output, and before it could take
 * streamed input, is run again by the embedded engine: it has no network, so it cannot have had an effect.
 */
export function createAutoEngine(docker: Engine, embedded: EmbeddedEngine, waitMs?: number): Engine {
  const wait = createDockerWait(docker, waitMs);
  const { isUnsettled } = wait;
  let watch: NodeJS.Timeout | undefined;

  function pick(need: Need): Engine {
    const { status } = docker.status();
    if (status === 'ready' || isUnsettled()) return docker;
    if (canEmbed(need) && embedded.status().status !== 'unavailable') return embedded;
    if (status !== 'unavailable') return docker;
    // The refusal of either engine names the reason and the next step.
    return embedded.status().status === 'unavailable' ? docker : embedded;
  }

  const admit = createAutoAdmission({ docker, embedded, pick, wait });

  /** Keeps no children of the embedded engine while Docker runs the jobs. */
  function keepUsedEngineWarm(): void {
    if (!isUnsettled()) embedded.keepWarm(docker.status().status !== 'ready');
  }

  return {
    start: async () => {
      wait.begin();
      watch = setInterval(keepUsedEngineWarm, watchEveryMs);
      watch.unref();
      await Promise.all([docker.start(), embedded.start()]);
      keepUsedEngineWarm();
    },
    windDown: () => {
      clearInterval(watch);
      docker.windDown();
      embedded.windDown();
    },
    stop: async () => {
      clearInterval(watch);
      await Promise.all([docker.stop(), embedded.stop()]);
    },
    admit,
    run: async (job, hooks) => admit(job).run(hooks),
    status: () => statusOf(docker.status(), { embedded: embedded.status(), isUnsettled: isUnsettled() }),
    languages: () => languagesOf(docker, embedded),
    prewarm: (key) => (isForeign(docker, key.layer) ? embedded : docker).prewarm(key),
    onLayerMissing: (listener) => {
      docker.onLayerMissing?.(listener);
      embedded.onLayerMissing?.(listener);
    },
    get layers() {
      return pick(anySmallRun).layers;
    },
    get sandboxes() {
      return pick(anySandbox).sandboxes;
    },
  };
}

interface AutoEngines {
  docker: Engine;
  embedded: Engine;
  pick: (need: Need) => Engine;
  wait: DockerWait;
}

/** A job that one of the engines has admitted. */
interface Place {
  engine: Engine;
  admitted: AdmittedRun;
  /** True if the job's package list was installed for another engine, so that it runs without. */
  lacksPackages: boolean;
}

/** Creates the function that admits a job at the engine which can run it, and moves it to the other one if that changes. */
function createAutoAdmission({ docker, embedded, pick, wait }: AutoEngines): Engine['admit'] {
  /** Docker cannot use a package list that was installed for the embedded engine. */
  function admitAt(engine: Engine, { layer, ...plain }: SandboxJob): Place {
    const lacksPackages = engine === docker && isForeign(docker, layer);
    const admitted = engine.admit(lacksPackages || layer === undefined ? plain : { ...plain, layer });
    return { engine, admitted, lacksPackages };
  }

  function withNotices(result: SandboxResult, { engine, lacksPackages }: Place): SandboxResult {
    const change = engine === docker ? undefined : noticeOfChange(docker);
    const { notices = [] } = result;
    const all = [...(change === undefined ? [] : [change]), ...notices, ...(lacksPackages ? [beingInstalled] : [])];
    return { engine: engine.status().name, ...result, ...(all.length > 0 && { notices: all }) };
  }

  return (job) => {
    let place = admitAt(pick(job), job);

    async function run(hooks: RunHooks): Promise<SandboxResult> {
      const waitedMs = await waitForDocker(wait, job, hooks);
      const engine = pick(job);
      if (engine !== place.engine) {
        place.admitted.release();
        place = admitAt(engine, job);
      }
      const watched = watchBeginning(hooks);
      let result: SandboxResult;
      try {
        result = await place.admitted.run(watched.hooks);
      } catch (error) {
        const isLost = error instanceof AppError && error.code === 'engine_unavailable' && place.engine === docker;
        if (!isLost || watched.hasBegun() || hooks.signal.aborted || !canEmbed(job)) throw error;
        place = admitAt(embedded, job);
        result = await place.admitted.run(hooks);
      }
      return { ...withNotices(result, place), queuedMs: result.queuedMs + waitedMs };
    }

    return { run, release: () => place.admitted.release() };
  };
}

/** Returns hooks that note whether a run has printed, or could have taken input: it cannot be run again then. */
function watchBeginning(hooks: RunHooks): { hooks: RunHooks; hasBegun: () => boolean } {
  let hasBegun = false;
  const onOutput: RunHooks['onOutput'] = (stream, chunk) => {
    hasBegun = true;
    hooks.onOutput(stream, chunk);
  };
  const onInput: RunHooks['onInput'] = (input) => {
    hasBegun = true;
    hooks.onInput?.(input);
  };
  return { hooks: { ...hooks, onOutput, onInput }, hasBegun: () => hasBegun };
}

/**
 * Waits while Docker may become ready soon, but not longer than the run may wait for its start: the engine reports that
 * the time is over. Returns the whole ms that it waited.
 */
async function waitForDocker(wait: DockerWait, { queueLimit }: SandboxJob, { signal }: RunHooks): Promise<number> {
  if (!wait.isUnsettled()) return 0;
  const { signal: ending, end, elapsedMs } = createStartWait(queueLimit, signal);
  await wait.settled(ending).finally(end);
  return elapsedMs();
}

const beingInstalled =
  'The package list is being installed for Docker, which has just become available. This run had no packages.';

function isForeign(engine: Engine, layer: string | null | undefined): boolean {
  return layer != null && engine.layers?.owns(layer) !== true;
}

/** A run that both engines accept. */
const anySmallRun: Need = { language: 'python', memoryMb: 0, network: 'none' };

/** A need that only Docker meets. */
const anySandbox: Need = { language: 'python', memoryMb: Number.POSITIVE_INFINITY, network: 'none' };

type Need = Pick<SandboxJob, 'language' | 'memoryMb' | 'network'>;

function canEmbed({ language, memoryMb, network }: Need): boolean {
  return embeddedLanguages[language] !== undefined && memoryMb <= memoryCapMb && network === 'none';
}

/** The engine that would run the next program; where that is the embedded one, with what Docker lacks. */
function statusOf(docker: EngineStatus, { embedded, isUnsettled }: { embedded: EngineStatus; isUnsettled: boolean }) {
  if (docker.status === 'ready' || isUnsettled || embedded.status !== 'ready') return docker;
  const reason = docker.status === 'building_image' ? 'Docker is making its image.' : docker.reason;
  const { nextStep } = docker;
  return { ...embedded, ...(reason !== undefined && { reason }), ...(nextStep !== undefined && { nextStep }) };
}

function languagesOf(docker: Engine, embedded: EmbeddedEngine): LanguageStatus[] {
  if (docker.status().status === 'ready') return docker.languages();
  const here = new Map(embedded.languages().map((language) => [language.id, language]));
  const isComing = docker.status().status !== 'unavailable';
  return docker.languages().map((language) => {
    const own = here.get(language.id);
    if (own?.available) return own;
    return { ...language, available: isComing && language.available };
  });
}
