import { UnfitEngineError } from '../../unfit-engine-error.ts';
import { seccompProfile } from '../sandbox/seccomp-profile.ts';
import type { EngineWarnings } from './engine-warnings.ts';

export interface EngineFacts {
  version: string;
  /** The engine's name of the architecture: `x86_64`, `aarch64`. */
  architecture: string;
  cpus: number;
  memoryMb: number;
  /** The container runtime; undefined for the engine's default. */
  runtime: string | undefined;
  /** True if the engine can limit the swap of a sandbox. */
  limitsSwap: boolean;
  /** True if the engine says that the users of its containers are in a user namespace. */
  isRemapped: boolean;
  /** JSON for `--security-opt seccomp=`; undefined to use the engine's own profile. */
  seccompProfile: string | undefined;
}

/** The fields of `docker info` that are read; @types/dockerode has only some of them. */
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

/** The fields of `docker version` that name the program: `Engine` for Docker, `Podman Engine` for Podman. */
interface DockerVersion {
  Components?: readonly { Name: string }[];
}

/** Used if the engine offers it, until it fails to start a container. */
export const quickRuntime = 'crun';

const mebibyte = 1024 * 1024;
const limits = { MemoryLimit: 'memory', PidsLimit: 'the number of processes', CpuCfsQuota: 'processor time' } as const;

/**
 * Reads the engine's own description. The canary proves it later.
 * @throws UnfitEngineError if the engine lacks a feature that every sandbox requires
 */
export function readFacts(
  { info, version }: { info: DockerInfo; version: DockerVersion },
  gvisor: boolean,
  warnings: EngineWarnings,
): EngineFacts {
  if (info.OSType !== undefined && info.OSType !== 'linux')
    throw new UnfitEngineError('The engine does not run Linux containers. Switch it to Linux containers.');
  const seccomp = (info.SecurityOptions ?? []).find((option) => option.startsWith('name=seccomp'));
  if (seccomp === undefined || seccomp.includes('unconfined')) {
    throw new UnfitEngineError(
      'The engine does not filter system calls (seccomp), which every sandbox requires. Enable seccomp for the engine.',
    );
  }
  checkLimits(info, gvisor);
  warnings.readInfo(info.Warnings);
  const architecture = info.Architecture ?? 'unknown';
  // Podman expects the path of a file on its own machine, not a profile.
  const isDocker = version.Components?.some(({ Name: name }) => name === 'Engine') ?? false;
  return {
    version: info.ServerVersion ?? 'unknown',
    architecture,
    seccompProfile: isDocker ? seccompProfile(architecture) : undefined,
    cpus: info.NCPU ?? 1,
    memoryMb: Math.floor((info.MemTotal ?? 1024 * mebibyte) / mebibyte),
    runtime: chooseRuntime(Object.keys(info.Runtimes ?? {}), gvisor),
    limitsSwap: info.SwapLimit ?? true,
    isRemapped: (info.SecurityOptions ?? []).some((option) => /^name=(userns|rootless)/.test(option)),
  };
}

/** The engine's limits are invisible from inside gVisor, so with gVisor the engine must report that it has them. */
function checkLimits(info: DockerInfo, gvisor: boolean): void {
  const keys = Object.keys(limits) as (keyof typeof limits)[];
  const missing = keys.filter((key) => info[key] === false || (gvisor && info[key] !== true));
  if (missing.length === 0) return;
  throw new UnfitEngineError(
    `The engine cannot limit ${missing.map((key) => limits[key]).join(', ')}. Enable the control groups for memory, processes and processors on its machine; a rootless Docker needs them delegated to its user (https://docs.docker.com/engine/security/rootless/).`,
  );
}

/** crun starts a container in half of runc's time. gVisor is used only on request, and then exclusively. */
function chooseRuntime(offered: string[], gvisor: boolean): string | undefined {
  if (!gvisor) return offered.find((name) => name === quickRuntime);
  if (offered.includes('runsc')) return 'runsc';
  throw new UnfitEngineError(
    'The engine does not offer gVisor (runsc), which this daemon must use. Install it there (https://gvisor.dev/docs/user_guide/install), or start without --gvisor.',
  );
}
