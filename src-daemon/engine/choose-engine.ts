import { AppError } from '../errors/app-error.ts';
import { ConfigError } from '../errors/config-error.ts';
import type { EmbeddedRunner } from './embedded/embedded-engine.ts';
import { embeddedLanguages, memoryCapMb } from './embedded/embedded-languages.ts';
import type { Engine, EngineStatus, LanguageStatus, SandboxJob } from './engine.ts';
import type { EngineChoice } from './queue/run-in-slot.ts';
import { createFront, createQueuedEngine, createRuns } from './queued-engine.ts';
import type { CheckedJob, MakeRunner, Runner } from './runner.ts';
import { createDockerWait, type DockerWait, noticeOfChange } from './wait-for-docker.ts';

export interface EngineMakers {
  docker: MakeRunner;
  embedded: MakeRunner<EmbeddedRunner>;
  /** Absent in a version that has no engine for Kubernetes. */
  kubernetes?: MakeRunner | undefined;
}

/**
 * Creates the engine of `--engine`: Docker, the embedded engine, or the better of both at the time of each run. Sandboxes
 * are sent to a cluster only by name, and no other engine replaces it.
 * @throws ConfigError if this version has no engine for Kubernetes
 */
export function chooseEngine(mode: 'auto' | 'docker' | 'embedded' | 'kubernetes', makers: EngineMakers): Engine {
  if (mode === 'kubernetes') return createKubernetesEngine(makers);
  if (mode === 'docker') return createQueuedEngine(makers.docker);
  if (mode === 'auto') return createAutoEngine(makers);
  const embedded = createQueuedEngine(makers.embedded);
  embedded.keepWarm(true);
  return embedded;
}

function createKubernetesEngine({ kubernetes }: EngineMakers): Engine {
  if (kubernetes === undefined)
    throw new ConfigError(
      '--engine kubernetes: this version has no engine for Kubernetes. Use auto, docker or embedded.',
    );
  return createQueuedEngine(kubernetes);
}

/**
 * Creates an engine that decides for each run: Docker if it answers, else the embedded engine. Both are below one queue.
 * A run waits for a Docker that was found and is not ready yet, for at most 60 s. While Docker makes its image, the
 * embedded engine runs what it can. The notices of a run say why it was not executed by a Docker that this machine has. A
 * run that Docker loses before its first output, and before it could take streamed input, is run again by the embedded
 * engine: it has no network, so it cannot have had an effect.
 */
export function createAutoEngine(makers: EngineMakers, waitMs?: number): Engine {
  const front = createFront();
  const { docker, embedded } = withNotices(makers.docker(front), makers.embedded(front));
  const wait = createDockerWait(docker, waitMs);
  const windingDown = new AbortController();
  const choice = createChoice({ docker, embedded, wait });

  /** Keeps no children of the embedded engine while Docker runs the jobs. */
  async function keepUsedEngineWarm(): Promise<void> {
    await wait.settled(windingDown.signal);
    if (!windingDown.signal.aborted) embedded.keepWarm(!isReady(docker));
  }

  function followDocker(): void {
    front.queue.setLimits((isReady(docker) ? docker : embedded).limits());
    void keepUsedEngineWarm();
  }

  return {
    start: async () => {
      wait.begin();
      docker.onChange?.(followDocker);
      followDocker();
      await Promise.all([docker.start(), embedded.start()]);
    },
    windDown: () => {
      windingDown.abort();
      docker.windDown();
      embedded.windDown();
    },
    stop: async () => {
      windingDown.abort();
      front.stop();
      await Promise.all([docker.stop(), embedded.stop()]);
    },
    ...createRuns({ ...front, choice }),
    status: () => statusOf(docker.status(), { embedded: embedded.status(), isUnsettled: wait.isUnsettled() }),
    languages: () => languagesOf(docker, embedded),
    prewarm: (key) => (isForeign(docker, key.layer) ? embedded : docker).prewarm(key),
    onLayerMissing: (listener) => {
      docker.onLayerMissing?.(listener);
      embedded.onLayerMissing?.(listener);
    },
    get layers() {
      return choice.pick(anySmallRun).layers;
    },
    get sandboxes() {
      return choice.pick(anySandbox).sandboxes;
    },
  };
}

const isReady = (engine: Runner) => engine.status().status === 'ready';

interface AutoEngines {
  docker: Runner;
  embedded: Runner;
  wait: DockerWait;
}

interface AutoChoice extends EngineChoice {
  pick(need: Need): Runner;
}

function createChoice({ docker, embedded, wait }: AutoEngines): AutoChoice {
  function pick(need: Need): Runner {
    const { status } = docker.status();
    if (status === 'ready' || wait.isUnsettled()) return docker;
    if (canEmbed(need) && embedded.status().status !== 'unavailable') return embedded;
    if (status !== 'unavailable') return docker;
    // The refusal of either engine names the reason and the next step.
    return embedded.status().status === 'unavailable' ? docker : embedded;
  }

  return {
    pick,
    settled: wait.settled,
    substituteFor: (runner, job, error) => {
      const isLost = error instanceof AppError && error.code === 'engine_unavailable';
      return isLost && runner === docker && canEmbed(job) ? embedded : undefined;
    },
  };
}

/**
 * Adds the notices of a daemon with two engines. Docker cannot use a package list that was installed for the embedded
 * engine: such a run has no packages there.
 */
function withNotices<E extends Runner>(docker: Runner, embedded: E): { docker: Runner; embedded: E } {
  const withOwnLayer = ({ job: { layer, ...job }, language }: CheckedJob): CheckedJob => ({
    job: layer === undefined || isForeign(docker, layer) ? job : { ...job, layer },
    language,
  });
  const noticesOf = (job: SandboxJob) => {
    const change = noticeOfChange(docker);
    return [...(change === undefined ? [] : [change]), ...embedded.noticesOf(job)];
  };
  return {
    docker: {
      ...docker,
      check: (checked) => docker.check(withOwnLayer(checked)),
      run: (checked, ...context) => docker.run(withOwnLayer(checked), ...context),
      noticesOf: ({ layer }) => (isForeign(docker, layer) ? [beingInstalled] : []),
    },
    embedded: { ...embedded, noticesOf },
  };
}

const beingInstalled =
  'The package list is being installed for Docker, which has just become available. This run had no packages.';

function isForeign(engine: Runner, layer: string | null | undefined): boolean {
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

function languagesOf(docker: Runner, embedded: Runner): LanguageStatus[] {
  if (docker.status().status === 'ready') return docker.languages();
  const here = new Map(embedded.languages().map((language) => [language.id, language]));
  const isComing = docker.status().status !== 'unavailable';
  return docker.languages().map((language) => {
    const own = here.get(language.id);
    if (own?.available) return own;
    return { ...language, available: isComing && language.available };
  });
}
