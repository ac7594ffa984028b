import { setMaxListeners } from 'node:events';
import type Docker from 'dockerode';
import type { EngineLog } from '../engine-log.ts';
import { type ContainerFate, createFates, type EngineEvent } from './container-fates.ts';
import { labels } from './labels.ts';
import { seccompProfile } from './seccomp-profile.ts';
import { within } from './within.ts';

export interface EngineFacts {
  version: string;
  /** As the engine names it: `x86_64`, `aarch64`. */
  architecture: string;
  cpus: number;
  memoryMb: number;
  /** What starts containers; undefined is the engine's own choice. */
  runtime: string | undefined;
  /** JSON for `--security-opt seccomp=`; undefined where the engine's own profile stands. */
  seccompProfile: string | undefined;
}

/** A live connection to an engine, good until it is lost; a lost one is replaced, never mended. */
export interface EngineLink {
  docker: Docker;
  facts: EngineFacts;
  /** Labels everything that is made by this link, so that a remover knows it after this process was killed. */
  processId: string;
  /** Aborts when the engine goes away or stops answering. */
  lost: AbortSignal;
  /** Asks whether the engine is still there; a link that gets no answer is lost by then. Never rejects. */
  confirm(): Promise<void>;
  /** Follows a container of this instance; call it between create and start. */
  watch(containerId: string): ContainerFate;
  close(): void;
}

interface LinkOptions {
  instanceId: string;
  processId: string;
  log: EngineLog;
  /** Every container must be gVisor's. */
  gvisor?: boolean;
}

/** Taken where it is offered, and given up where it cannot start a container. */
export const quickRuntime = 'crun';

const heartbeatMs = 1500;
const silenceMs = 3000;
const mebibyte = 1024 * 1024;

/**
 * Opens a link: asks the engine what it is and subscribes to the fates of this instance's containers.
 * @throws Error with words for people when the engine lacks what a sandbox needs
 */
export async function openLink(docker: Docker, options: LinkOptions): Promise<EngineLink> {
  const [info, version] = await within(silenceMs, Promise.all([docker.info(), docker.version()]));
  const facts = readFacts(info, version, options.gvisor ?? false);
  const filters = JSON.stringify({ type: ['container'], label: [`${labels.instance}=${options.instanceId}`] });
  const events = (await within(silenceMs, docker.getEvents({ filters }))) as NodeJS.ReadableStream & {
    destroy(): void;
  };
  const lost = new AbortController();
  setMaxListeners(0, lost.signal);
  const fates = createFates();
  const lose = (reason: string) => {
    if (lost.signal.aborted) return;
    options.log.warn({ reason }, 'the sandbox engine is gone');
    close();
  };
  const confirm = () =>
    within(silenceMs, docker.ping()).then(
      () => {},
      () => lose('no answer'),
    );
  const heartbeat = setInterval(confirm, heartbeatMs);
  heartbeat.unref();
  function close(): void {
    clearInterval(heartbeat);
    events.destroy();
    lost.abort(new Error('the sandbox engine is gone'));
  }
  readLines(events, (line) => {
    try {
      fates.take(JSON.parse(line) as EngineEvent);
    } catch {
      lose('its event stream is broken');
    }
  });
  for (const event of ['end', 'close', 'error']) events.on(event, () => lose('its event stream ended'));
  const { processId } = options;
  return { docker, facts, processId, lost: lost.signal, confirm, watch: fates.watch, close };
}

/** What `docker info` says, of which @types knows only a part. */
interface DockerInfo {
  ServerVersion?: string;
  Architecture?: string;
  OSType?: string;
  NCPU?: number;
  MemTotal?: number;
  Runtimes?: Record<string, unknown>;
  SecurityOptions?: string[];
}

/** The part of `docker version` that names the program: `Engine` is Docker's, `Podman Engine` Podman's. */
interface DockerVersion {
  Components?: readonly { Name: string }[];
}

function readFacts(info: DockerInfo, version: DockerVersion, gvisor: boolean): EngineFacts {
  if (info.OSType !== undefined && info.OSType !== 'linux') throw new Error('The engine runs no Linux containers.');
  const seccomp = (info.SecurityOptions ?? []).find((option) => option.startsWith('name=seccomp'));
  if (seccomp === undefined || seccomp.includes('unconfined')) {
    throw new Error('The engine does not confine system calls (seccomp), which every sandbox needs.');
  }
  const architecture = info.Architecture ?? 'unknown';
  // Podman takes the path of a file on its own machine here, not a profile.
  const isDocker = version.Components?.some(({ Name: name }) => name === 'Engine') ?? false;
  return {
    version: info.ServerVersion ?? 'unknown',
    architecture,
    seccompProfile: isDocker ? seccompProfile(architecture) : undefined,
    cpus: info.NCPU ?? 1,
    memoryMb: Math.floor((info.MemTotal ?? 1024 * mebibyte) / mebibyte),
    runtime: chooseRuntime(Object.keys(info.Runtimes ?? {}), gvisor),
  };
}

/** crun starts a container in half of runc's time; gVisor is taken only when it was asked for, and then nothing else. */
function chooseRuntime(offered: string[], gvisor: boolean): string | undefined {
  if (!gvisor) return offered.find((name) => name === quickRuntime);
  if (offered.includes('runsc')) return 'runsc';
  throw new Error('The engine does not offer gVisor (runsc), which this daemon was told to use.');
}

function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') onLine(line);
  });
}
