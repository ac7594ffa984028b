import type { ContainerCreateOptions } from 'dockerode';
import type { CanaryReport } from '../../canary/canary-program.ts';
import { type Check, identityChecks, missingOf, privilegeChecks, readOnlyRootCheck } from '../../canary/checks.ts';
import type { IsolationLevel } from '../../isolation-proof.ts';

/** The required isolation of the canary's container. */
export interface Requirements {
  /** The create call of a sandbox. */
  options: ContainerCreateOptions;
  level: IsolationLevel;
  /** True if the engine reports that it can limit swap. */
  limitsSwap: boolean;
}

/**
 * Compares the required isolation with the report of the canary. Returns a text for each difference:
 * `the memory limit of 268435456 bytes (found max)`.
 */
export function findMissing(report: CanaryReport, requirements: Requirements): string[] {
  const [user = '', group = ''] = (requirements.options.User ?? '').split(':');
  return missingOf([
    ...identityChecks(report, { user, group }),
    ...fileChecks(report, requirements),
    networkCheck(report),
    // gVisor has its own kernel: programs in it see neither the engine's seccomp filter nor its cgroups.
    ...(requirements.level === 'container' ? [...privilegeChecks(report), ...limitChecks(report, requirements)] : []),
  ]);
}

function fileChecks(report: CanaryReport, { options, level }: Requirements): Check[] {
  const { mounts } = report;
  const { Tmpfs: tmpfs = {}, ShmSize: shmBytes } = options.HostConfig ?? {};
  const required: [target: string, options: readonly string[]][] = [
    ...Object.entries(tmpfs).map(([target, text]) => [target, text.split(',')] as [string, string[]]),
    ['/dev/shm', [`size=${shmBytes}`]],
  ];
  return [
    readOnlyRootCheck(report),
    ...required.flatMap(([target, mount]) => mountChecks(mounts.get(target) ?? [], { target, mount, level })),
  ];
}

interface MountRequirement {
  target: string;
  mount: readonly string[];
  level: IsolationLevel;
}

/** Checks the limits of a tmpfs. gVisor enforces the bytes, but ignores the number of files. */
function mountChecks(seen: readonly string[], { target, mount, level }: MountRequirement): Check[] {
  const measures = level === 'container' ? ['size', 'nr_inodes'] : ['size'];
  return measures
    .filter((name) => measureOf(mount, name) !== undefined)
    .map((name) => ({
      what: `${target} with ${name}=${measureOf(mount, name)}`,
      isHeld: measureOf(seen, name) === measureOf(mount, name),
      found: measureOf(seen, name)?.toString(),
    }));
}

function measureOf(options: readonly string[], name: string): number | undefined {
  const text = options.find((option) => option.startsWith(`${name}=`))?.slice(name.length + 1);
  if (text === undefined) return undefined;
  const unit = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[text.slice(-1)];
  return unit === undefined ? Number(text) : Number(text.slice(0, -1)) * unit;
}

function networkCheck({ interfaces }: CanaryReport): Check {
  const isHeld = interfaces.every((name) => name === 'lo');
  return { what: 'no network', isHeld, found: interfaces.join(', ') };
}

function limitChecks(report: CanaryReport, { options, limitsSwap }: Requirements): Check[] {
  const { Memory: memory, PidsLimit: processes, NanoCpus: nanoCpus, Ulimits: limits = [] } = options.HostConfig ?? {};
  const hard = (name: string) => String(limits.find((limit) => limit.Name === name)?.Hard);
  const cpus = String((nanoCpus ?? 0) / 1e9);
  const { swap, memoryAndSwap } = report;
  const isSwapLimited = swap === '0' || memoryAndSwap === String(memory);
  const openFiles = report.limits.get('Max open files');
  const fileBytes = report.limits.get('Max file size');
  return [
    { what: `the memory limit of ${memory} bytes`, isHeld: report.memory === String(memory), found: report.memory },
    { what: 'no swap', isHeld: isSwapLimited || !limitsSwap, found: swap ?? memoryAndSwap },
    {
      what: `the limit of ${processes} processes`,
      isHeld: report.processes === String(processes),
      found: report.processes,
    },
    { what: `the limit of ${cpus} processors`, isHeld: report.processors === cpus, found: report.processors },
    { what: `the limit of ${hard('nofile')} open files`, isHeld: openFiles === hard('nofile'), found: openFiles },
    { what: `the limit of ${hard('fsize')} bytes a file`, isHeld: fileBytes === hard('fsize'), found: fileBytes },
  ];
}
