import { AppError } from '../core/app-error.ts';
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

export interface EngineMakers {
  docker: () => Engine;
  embedded: () => EmbeddedEngine;
}

/** A run waits this long for Docker's first answer. Then the embedded engine runs it. */
const patienceMs = 3000;
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
 * Creates an engine that decides for each run: Docker if it answers, else the embedded engine. While Docker makes its
 * image, the embedded engine runs what it can. A run that Docker loses before its first output, and before it could take
 * streamed input, is run again by the embedded engine: it has no network, so it cannot have had an effect.
 */
export function createAutoEngine(docker: Engine, embedded: EmbeddedEngine): Engine {
  let startedAt = performance.now();
  let watch: NodeJS.Timeout | undefined;

  /** Returns true while the first answer of Docker may still come. */
  const isUnsettled = () => docker.status().status === 'starting' && performance.now() - startedAt < patienceMs;

  function pick(need: Need): Engine {
    const { status } = docker.status();
    if (status === 'ready' || isUnsettled()) return docker;
    if (canEmbed(need) && embedded.status().status !== 'unavailable') return embedded;
    if (status !== 'unavailable') return docker;
    // The refusal of either engine names the reason and the next step.
    return embedded.status().status === 'unavailable' ? docker : embedded;
  }

  const admit = createAutoAdmission({ docker, embedded, pick, isUnsettled });

  /** Keeps no children of the embedded engine while Docker runs the jobs. */
  function keepUsedEngineWarm(): void {
    if (!isUnsettled()) embedded.keepWarm(docker.status().status !== 'ready');
  }

  return {
    start: async () => {
      startedAt = performance.now();
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
  isUnsettled: () => boolean;
}

/** Creates the function that admits a job at the engine which can run it, and moves it to the other one if that changes. */
function createAutoAdmission({ docker, embedded, pick, isUnsettled }: AutoEngines): Engine['admit'] {
  /** Docker cannot use a package list that was installed for the embedded engine. */
  function admitAt(engine: Engine, { layer, ...plain }: SandboxJob): AdmittedRun & { engine: Engine } {
    const lacksPackages = engine === docker && isForeign(docker, layer);
    const admitted = engine.admit(lacksPackages || layer === undefined ? plain : { ...plain, layer });
    const run = async (hooks: RunHooks) => {
      const result = { engine: engine.status().name, ...(await admitted.run(hooks)) };
      return lacksPackages ? { ...result, notices: [beingInstalled] } : result;
    };
    return { engine, run, release: admitted.release };
  }

  async function runAdmitted(admitted: AdmittedRun & { engine: Engine }, job: SandboxJob, hooks: RunHooks) {
    let hasBegun = false;
    const onOutput: RunHooks['onOutput'] = (stream, chunk) => {
      hasBegun = true;
      hooks.onOutput(stream, chunk);
    };
    const onInput: RunHooks['onInput'] = (input) => {
      hasBegun = true;
      hooks.onInput?.(input);
    };
    try {
      return await admitted.run({ ...hooks, onOutput, onInput });
    } catch (error) {
      const isLost = error instanceof AppError && error.code === 'engine_unavailable' && admitted.engine === docker;
      if (!isLost || hasBegun || hooks.signal.aborted || !canEmbed(job)) throw error;
      return admitAt(embedded, job).run(hooks);
    }
  }

  return (job) => {
    const first = admitAt(pick(job), job);

    async function run(hooks: RunHooks): Promise<SandboxResult> {
      while (isUnsettled() && !hooks.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 20));
      const engine = pick(job);
      if (engine === first.engine) return runAdmitted(first, job, hooks);
      first.release();
      return runAdmitted(admitAt(engine, job), job, hooks);
    }

    return { run, release: first.release };
  };
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
