import type { ContainerCreateOptions } from 'dockerode';
import type { WarmCommand } from '../../guest/sandbox-program.ts';
import type { LayerMount } from '../packages/layer-mount.ts';
import { accountsMount, hardened } from './hardening.ts';
import { labels } from './labels.ts';

export interface SandboxContainer {
  imageId: string;
  instanceId: string;
  /** The user and the group, which no other container has. */
  uid: number;
  /** The run that the container is created for; absent if it boots ahead of its run. */
  executionId?: string | undefined;
  /** The live sandbox that the container is created for; absent if it boots ahead. */
  liveSandboxId?: string | undefined;
  /** The interpreter that init starts before the job arrives. */
  warm?: WarmCommand | undefined;
  memoryMb: number;
  /** Limit of processes; 64 by default. */
  pids?: number | undefined;
  /** Size limit of /work and of /tmp; 64 by default. Their pages count as memory. */
  scratchMb?: number | undefined;
  /** Size limit of /work, if it differs from that of /tmp. */
  workMb?: number | undefined;
  /** Limit of the files and folders of /work and of /tmp; 4k by default. */
  inodes?: string | undefined;
  /** Size limit of /dev/shm, if its pages may not fill the memory alone. One file may be as large as it and /work. */
  shmMb?: number | undefined;
  /** `container:<holder>` of a network that is already closed; no network by default. */
  networkMode?: string | undefined;
  /** `crun` if the engine offers it; undefined for the engine's default. */
  runtime: string | undefined;
  /** The package layer, the only mount of a sandbox; read-only. */
  layer?: LayerMount | undefined;
}

/** The largest memory of a run. The memory of a container can change before its run, /dev/shm cannot. */
const maxMemoryMb = 4096;

/** Returns the options of a container for one run or one live sandbox. */
export function sandboxOptions(container: SandboxContainer): ContainerCreateOptions {
  const {
    imageId,
    instanceId,
    uid,
    memoryMb,
    pids = 64,
    scratchMb = 64,
    workMb = scratchMb,
    inodes = '4k',
  } = container;
  const { runtime, shmMb = maxMemoryMb } = container;
  const limits = { memoryMb, pids, cpus: 1, openFiles: 1024, fileMb: Math.max(workMb, shmMb), shmMb };
  const scratch = (sizeMb: number) =>
    `rw,exec,nosuid,nodev,size=${sizeMb}m,nr_inodes=${inodes},mode=1777,uid=${uid},gid=${uid}`;
  const base = hardened({ imageId, instanceId, uid, role: 'sandbox', runtime, ...limits });
  return {
    ...base,
    Entrypoint: ['/sbin/strongroom-init'],
    Cmd: [...(container.warm?.argv ?? [])],
    Env: Object.entries(container.warm?.env ?? {}).map(([name, value]) => `${name}=${value}`),
    WorkingDir: '/work',
    // A container that joins the network of another one also has its host name.
    ...(container.networkMode === undefined ? { Hostname: 'sandbox', NetworkDisabled: true } : {}),
    Labels: {
      ...base.Labels,
      ...(container.executionId === undefined ? {} : { [labels.execution]: container.executionId }),
      ...(container.liveSandboxId === undefined ? {} : { [labels.liveSandbox]: container.liveSandboxId }),
    },
    HostConfig: {
      ...base.HostConfig,
      ...(container.networkMode === undefined ? {} : { NetworkMode: container.networkMode }),
      Tmpfs: { '/work': scratch(workMb), '/tmp': scratch(scratchMb), ...accountsMount(uid) },
      ...(container.layer === undefined ? {} : { Mounts: [container.layer.mount] }),
    },
  };
}
