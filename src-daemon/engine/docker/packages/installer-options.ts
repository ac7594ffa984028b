import type { ContainerCreateOptions } from 'dockerode';
import { accountsMount, hardened } from '../sandbox/hardening.ts';
import { layerFolder } from './layer-volumes.ts';

export interface InstallerContainer {
  imageId: string;
  instanceId: string;
  /** The user and the group, which no other container has. */
  uid: number;
  /** The volume that becomes the layer. */
  volume: string;
  memoryMb: number;
  runtime: string | undefined;
  /** `container:<holder>`, whose network is closed. */
  networkMode: string;
}

/**
 * Returns the options of the container of one installation. It is confined like a run, since packages run their own
 * code in it while they are built. A holder closes its network.
 */
export function installerOptions({ volume, networkMode, ...container }: InstallerContainer): ContainerCreateOptions {
  const limits = { pids: 256, cpus: 2, openFiles: 4096, fileMb: 4096 };
  const base = hardened({ ...container, role: 'installer', ...limits });
  return {
    ...base,
    Env: [],
    WorkingDir: '/tmp',
    HostConfig: {
      ...base.HostConfig,
      NetworkMode: networkMode,
      Mounts: [{ Type: 'volume', Source: volume, Target: layerFolder, ReadOnly: false }],
      Tmpfs: { '/tmp': 'rw,nosuid,nodev,size=64m,nr_inodes=4k,mode=1777', ...accountsMount(container.uid) },
    },
  };
}
