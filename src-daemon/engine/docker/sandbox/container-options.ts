import type { ContainerCreateOptions } from 'dockerode';
import type { WarmCommand } from '../../protocol/sandbox-program.ts';
import type { LayerMount } from '../packages/layer-mount.ts';
import { hardened } from './hardening.ts';
import { labels } from './labels.ts';

export interface SandboxContainer {
  imageId: string;
  instanceId: string;
  /** Of the one run that it is made for; absent where it boots ahead of its run. */
  executionId?: string;
  /** What init starts ahead of the job. */
  warm?: WarmCommand | undefined;
  memoryMb: number;
  /** 64 unless given. */
  pids?: number | undefined;
  /** Of /work and /tmp each, and of one file; 64 unless given. Their pages count as memory. */
  scratchMb?: number | undefined;
  /** `container:<holder>` of a network that is closed already; none unless given. */
  networkMode?: string | undefined;
  /** `crun` where the engine offers it; undefined is the engine's own choice. */
  runtime: string | undefined;
  /** Read-only, and the only thing that is ever mounted. */
  layer?: LayerMount | undefined;
}

/** A container for one run. */
export function sandboxOptions(container: SandboxContainer): ContainerCreateOptions {
  const { imageId, instanceId, memoryMb, pids = 64, scratchMb = 64, runtime } = container;
  const limits = { memoryMb, pids, cpus: 1, openFiles: 1024, fileMb: scratchMb };
  const scratch = `rw,exec,nosuid,nodev,size=${scratchMb}m,nr_inodes=4k,mode=1777`;
  const base = hardened({ imageId, instanceId, role: 'sandbox', runtime, ...limits });
  return {
    ...base,
    Entrypoint: ['/sbin/strongroom-init'],
    Cmd: [...(container.warm?.argv ?? [])],
    Env: Object.entries(container.warm?.env ?? {}).map(([name, value]) => `${name}=${value}`),
    WorkingDir: '/work',
    // A container that joins another's network has that one's name as well.
    ...(container.networkMode === undefined ? { Hostname: 'sandbox', NetworkDisabled: true } : {}),
    Labels: {
      ...base.Labels,
      ...(container.executionId === undefined ? {} : { [labels.execution]: container.executionId }),
    },
    HostConfig: {
      ...base.HostConfig,
      ...(container.networkMode === undefined ? {} : { NetworkMode: container.networkMode }),
      Tmpfs: { '/work': scratch, '/tmp': scratch },
      ...(container.layer === undefined ? {} : { Mounts: [container.layer.mount] }),
    },
  };
}
