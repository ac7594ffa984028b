import type { ContainerCreateOptions } from 'dockerode';
import { hardened } from './hardening.ts';
import { layerFolder } from './layer-volumes.ts';

export interface InstallerContainer {
  imageId: string;
  instanceId: string;
  /** The volume that becomes the layer. */
  volume: string;
  memoryMb: number;
  runtime: string | undefined;
}

/**
 * The container of one installation: what packages run while they are built is nobody's, so it is confined like any
 * program but for the network, and there is nothing in it to steal.
 */
export function installerOptions({ volume, ...container }: InstallerContainer): ContainerCreateOptions {
  const limits = { pids: 256, cpus: 2, openFiles: 4096, fileMb: 4096 };
  const base = hardened({ ...container, role: 'installer', ...limits });
  return {
    ...base,
    Env: [],
    WorkingDir: '/tmp',
    Hostname: 'installer',
    HostConfig: {
      ...base.HostConfig,
      NetworkMode: 'bridge',
      Mounts: [{ Type: 'volume', Source: volume, Target: layerFolder, ReadOnly: false }],
      Tmpfs: { '/tmp': 'rw,nosuid,nodev,size=64m,nr_inodes=4k,mode=1777' },
    },
  };
}
