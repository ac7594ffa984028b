import { UnfitEngineError } from '../../unfit-engine-error.ts';
import { seccompProfile } from '../sandbox/seccomp-profile.ts';
import type { EngineWarnings } from './engine-warnings.ts';

export interface EngineFacts {
  version: string;
  /** As the engine names it: `x86_64`, `aarch64`. */
  architecture: string;
  cpus: number;
  memoryMb: number;
  /** What starts containers; undefined is the engine's own choice. */
  runtime: string | undefined;
  /** Whether the engine can limit how much swap a sandbox uses. */
  limitsSwap: boolean;
  /** JSON for `--security-opt seccomp=`; undefined where the engine's own profile stands. */
  seccompProfile: string | undefined;
}

/** The part of `docker info` that is read; @types/dockerode knows only some of it. */
interface DockerInfo {
  ServerVersion?: string;
  Architecture?: string;
  OSType?: string;
  NCPU?: number;
  MemTotal?: number;
  Runtimes?: Record<string, unknown>;
  SecurityOptions?: string[];
  MemoryLimit?: boolean;
  PidsLimit?: boolean;
  CpuCfsQuota?: boolean;
  SwapLimit?: boolean;
  Warnings?: unknown;
}

/** The part of `docker version` that names the program: `Engine` is Docker's, `Podman Engine` Podman's. */
interface DockerVersion {
  Components?: readonly { Name: string }[];
}

/** Used where it is offered, and given up where it cannot start a container. */
export const quickRuntime = 'crun';

const mebibyte = 1024 * 1024;
const limits = { MemoryLimit: 'memory', PidsLimit: 'the number of processes', CpuCfsQuota: 'processor time' } as const;

/**
 * Reads what an engine says of itself. It only proposes: the canary proves it.
 * @throws UnfitEngineError when it lacks what a sandbox needs
 */
export function readFacts(
  { info, version }: { info: DockerInfo; version: DockerVersion },
  gvisor: boolean,
  warnings: EngineWarnings,
): EngineFacts {
  if (info.OSType !== undefined && info.OSType !== 'linux')
    throw new UnfitEngineError('The engine runs no Linux containers.');
  const seccomp = (info.SecurityOptions ?? []).find((option) => option.startsWith('name=seccomp'));
  if (seccomp === undefined || seccomp.includes('unconfined')) {
    throw new UnfitEngineError('The engine does not confine system calls (seccomp), which every sandbox needs.');
  }
  checkLimits(info, gvisor);
  warnings.readInfo(info.Warnings);
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
    limitsSwap: info.SwapLimit ?? true,
  };
}

/** From inside gVisor the engine's limits cannot be seen, so there the engine must say that it has them. */
function checkLimits(info: DockerInfo, gvisor: boolean): void {
  const keys = Object.keys(limits) as (keyof typeof limits)[];
  const missing = keys.filter((key) => info[key] === false || (gvisor && info[key] !== true));
  if (missing.length === 0) return;
  throw new UnfitEngineError(
    `The engine cannot limit ${missing.map((key) => limits[key]).join(', ')}. Enable the control groups for memory, processes and processors on its machine; a rootless Docker needs them delegated to its user (https://docs.docker.com/engine/security/rootless/).`,
  );
}

/** crun starts a container in half of runc's time; gVisor is used only when it was asked for, and then nothing else. */
function chooseRuntime(offered: string[], gvisor: boolean): string | undefined {
  if (!gvisor) return offered.find((name) => name === quickRuntime);
  if (offered.includes('runsc')) return 'runsc';
  throw new UnfitEngineError(
    'The engine does not offer gVisor (runsc), which this daemon must use. Install it there (https://gvisor.dev/docs/user_guide/install), or start without --gvisor.',
  );
}
